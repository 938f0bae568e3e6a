# SPDX-License-Identifier: Apache-2.0 OR MIT
# All build results go under build/. ci/packages lists the packages that must be installed.

GCC      = gcc
CLANG    = clang
CFLAGS   = -O2 -g
STD      = -std=c11
INCLUDES = -Isrc -Ispec -Itests -Iexamples
PREFIX   = /usr/local
LIBDIR   = lib
INCLUDEDIR = include
FUZZ_SECONDS = 30

OWN      = $(wildcard src/*.c)
TESTS    = $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))
SHARED   = $(OWN) $(wildcard spec/*.c) $(filter-out tests/test_%,$(wildcard tests/*.c))

# A geometry is TW_RADIX.TW_HASHED_SLOTS.
GEOMETRIES := $(or $(shell sed '/^\#/d' ci/geometries),$(error ci/geometries lists no geometry))
RADIX_ONLY = test_clock test_bitset test_list test_hier test_oracle

# The variants of the test programs: compiler, options, options for src/ alone.
plain_CC     = $(CC) $(CFLAGS)
sanitize_CC  = $(GCC) -O2 -g -fsanitize=address,undefined -fno-sanitize-recover=all
trap_CC      = $(CLANG) -O2 -g
trap_SRC     = -fsanitize=undefined,integer -fsanitize-trap=all
coverage_CC  = $(GCC) -O0 -g --coverage
# The single header in place of src/: one object defines the calls, or every file has them.
single_CC    = $(CC) $(CFLAGS) -Ibuild/single
static_CC    = $(CC) $(CFLAGS) -Ibuild/static -DTW_STATIC

# A variant's programs, all geometries.
programs = $(filter-out $(RADIX_ONLY:%=build/$(1)-4.4/%), \
    $(foreach geometry,$(GEOMETRIES),$(TESTS:%=build/$(1)-$(geometry)/%)))

# Installed files and their places. The default geometry is that of src/tw_geometry.h.
# The radix is one of three numbers, and all texts are digits, points and quotes: no text of src/ is a command. tests/checks/test_install.py tries it.
macro   = $(shell sed -n 's/^\#define $(1) \([0-9."]*\)$$/\1/p' src/tw_geometry.h | head -n 1)
radix   := $(or $(TW_RADIX),$(firstword $(filter 4 16 256,$(call macro,TW_RADIX))))
slots   := $(or $(TW_HASHED_SLOTS),$(call macro,TW_HASHED_SLOTS_$(radix)))
MANUAL  = build/manual/tw_hier.3 build/manual/tw_hashed.3 build/manual/tw_ticks.3
HEADERS = timingwheel.h timingwheel_hier.h timingwheel_hashed.h
library = build/library-$(radix).$(slots)
prefix  = $(if $(filter /%,$(PREFIX)),$(PREFIX),$(CURDIR)/$(PREFIX))
root    = $(DESTDIR)$(prefix)
# The folders of libraries and headers are absolute, or in the prefix.
absolute = $(filter /%,$(firstword $(1)))
libraries = $(DESTDIR)$(if $(call absolute,$(LIBDIR)),,$(prefix)/)$(LIBDIR)
in_prefix = $(if $(call absolute,$(1)),,$${prefix}/)$(1)
headers = $(DESTDIR)$(if $(call absolute,$(INCLUDEDIR)),,$(prefix)/)$(INCLUDEDIR)/timingwheel
version := $(subst ",,$(call macro,TW_VERSION))
# A program and the shared library must agree on contracts and on sizes of structs.
abi     = $(call macro,TW_VERSION_MAJOR).$(radix).$(slots)
configured = -e 's|@TW_RADIX@|$(radix)|g' -e 's|@TW_HASHED_SLOTS@|$(slots)|g' -e 's|@TW_VERSION@|$(version)|g'

MAKEFLAGS += --no-print-directory
.PHONY: FORCE deps-% $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' Makefile)
.SECONDARY:
.DELETE_ON_ERROR:

help: ## Shows this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile

single: $(HEADERS:%=build/%) ## Writes the single header build/timingwheel.h, and one for each wheel; BARE=1 leaves the contracts out

SANITIZED = $(call programs,sanitize) $(call programs,trap)
SINGLE_TESTS = $(foreach variant,single static,$(TESTS:%=build/$(variant)-16.512/%))
# The slower variants run fewer of the long tests: TW_TEST_SCALE=100 runs all. Valgrind runs the smaller geometries
# only; the sanitizers run the largest too.
# SRC=folder: on a copy of src/ that another project has.
on_copy = $(if $(SRC),ci/with-sources "$(SRC)" $(MAKE) SRC= $@ $(if $(GEOMETRY),"GEOMETRY=$(GEOMETRY)"),$(1))

check: deps-check $(if $(SRC),,$(call programs,plain) $(SANITIZED) $(SINGLE_TESTS)) ## Runs the tests: plain, with sanitizers, under valgrind; and the checks of tests/checks
	@$(call on_copy,CC="$(CC)" GCC="$(GCC)" CLANG="$(CLANG)" ci/run-tests --report build/reports/check.xml \
	    $(call programs,plain) $(SINGLE_TESTS) --sanitized $(SANITIZED) --sanitized-scale 30 \
	    --valgrind $(filter-out build/plain-256.4096/%,$(call programs,plain)) --valgrind-scale 5 \
	    --checks $(sort $(wildcard tests/checks/test_*.py)))

COVERED = $(filter-out build/coverage-256.4096/%,$(call programs,coverage))
# The smaller geometries reach every line; the largest, the slowest to run, adds none.
coverage: deps-coverage $(COVERED) ## Measures line and branch coverage of src/; fails below 100 %
	@ci/coverage $(COVERED)

lint: deps-lint ## Checks compiler warnings, layout, static analysis, scripts, words, licence lines
	@GCC="$(GCC)" CLANG="$(CLANG)" ci/lint

# Where Frama-C 25 is not installed, it runs in a Debian 12 of its own: PROVE_IN=here, root or container, ROOT_CACHE=folder.
proving = PROVE_IN="$(PROVE_IN)" ROOT_CACHE="$(ROOT_CACHE)" ci/in-root

prove: $(if $(SRC),,build/timingwheel.h) ## Proves src/ with Frama-C; FUNCTION=name, GEOMETRY="256.4096 ..." for these only; MACHDEP=gcc_x86_32; SINGLE=1: the single header; FRESH=1: no result of another tree; OBLIGATIONS=1: writes build/obligations.tar.xz too; SRC=folder: a copy of src/
	@$(call on_copy,$(proving) prove proofs/wp/prove $(if $(SINGLE),--single) $(if $(FRESH),--fresh) $(if $(OBLIGATIONS),--obligations) $(if $(FUNCTION),--function $(FUNCTION)) $(GEOMETRY:%=--geometry %) $(MACHDEP:%=--machdep %))

obligations: build/timingwheel.h ## Proves as `make prove` does, from nothing, and writes what the provers were given to build/obligations.tar.xz; GEOMETRY="256.4096 ..."; FUNCTION=name
	@$(proving) prove proofs/wp/prove --obligations --no-smoke $(if $(FUNCTION),--function $(FUNCTION)) $(foreach geometry,$(or $(GEOMETRY),256.4096),--geometry $(geometry))

recheck: $(if $(filter cvc5,$(or $(SOLVER),cvc5)),deps-recheck) ## Proves the obligations again, without Frama-C; SOLVER=cvc5, z3 or cvc4; ARCHIVE=file; PROOFS=1: cvc5 checks its proofs; SAMPLE=20: one in twenty; JOBS=2
	@proofs/recheck $(SOLVER:%=--solver %) $(if $(ARCHIVE),--archive "$(ARCHIVE)") $(if $(PROOFS),--proofs) $(SAMPLE:%=--sample %) $(JOBS:%=--jobs %)

gate: ## Checks what a proof rests on: the subset of C, one text for all readers, the committed contracts
	@$(call on_copy,$(proving) prove proofs/wp/prove --gate)

bmc: deps-bmc ## Checks bounded models of src/ with CBMC: the quick proofs; PROOF=name for one proof
	@$(call on_copy,proofs/cbmc/run $(GEOMETRY:%=--geometry %) $(PROOF))

bmc-full: deps-bmc ## Runs all proofs with CBMC; takes an hour
	@proofs/cbmc/run --full

bmc-selftest: deps-bmc ## Measures the mutation score of CBMC: it must find every seeded bug; prints the counterexamples
	@proofs/cbmc/run --selftest

fuzz: deps-fuzz ## Fuzzes src/ against the sorted list with AFL++; FUZZ_SECONDS=30
	@$(call on_copy,GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run afl $(FUZZ_SECONDS))

fuzz-libfuzzer: deps-fuzz ## Fuzzes src/ against the sorted list with libFuzzer; FUZZ_SECONDS=30
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run libfuzzer $(FUZZ_SECONDS)

fuzz-wide: deps-fuzz ## Fuzzes examples/tw_wide.h against a sorted list with AFL++; FUZZ_SECONDS=30
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run wide $(FUZZ_SECONDS)

fuzz-repro: deps-fuzz ## Prints the calls of INPUT=file, with expected and actual answers; C=1 prints C
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run repro "$(INPUT)" $(C:%=--c)

replay: ## Runs the call history TRACE=file on a wheel beside the sorted list, to the first difference; WHEEL=, GEOMETRY=, SOURCE=, SHOW=1, C=1
	@CC="$(CC)" GEOMETRY="$(GEOMETRY)" SOURCE="$(SOURCE)" tests/replay/run "$(TRACE)" $(WHEEL:%=--wheel %) $(SHOW:%=--show) $(C:%=--c)

museum: ## Plays the published bug NAME of docs/museum.md on the right wheel and on a wheel with the bug; without NAME: lists the bugs
	@CC="$(CC)" tests/museum/show $(NAME:%="%")

fuzz-selftest: deps-fuzz ## Measures the mutation score of the fuzzers: both must find every seeded bug; prints the seconds
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run selftest

.PHONY: vectors
vectors: ## Writes spec/vectors/*.twv, tests the wheels with them, and tests the vectors with mutants of the pseudo-code
	@spec/vectors/generate
	@CC="$(CC)" pytest tests/checks/test_vectors.py tests/checks/test_ports.py
	@spec/vectors/mutants

mutants: ## Mutation testing of the checks: each engine looks for small changes of src/ and of the contracts; takes hours
	@$(proving) mutants proofs/mutants/run --update

mutants-quick: ## Mutation testing of the checks, for a sample
	@$(proving) mutants proofs/mutants/run --quick

impostors: ## Tests the proof with deliberately wrong wheels: it must refuse each patch of src/
	@$(proving) "mutants bmc fuzz" proofs/impostors/run

impostors-quick: ## Tests the proof with a sample of the wrong wheels, without the other engines
	@$(proving) mutants proofs/impostors/run --quick

targets: deps-targets ## Tests src/ on other machines, in emulators; TARGETS="--quick m3-gcc ..."
	@$(if $(TARGETS),,pytest --all tests/checks/test_portable.py -k library && )ci/targets $(TARGETS)

figures: deps-targets ## Measures code, stack and instructions on these machines and compares docs/figures.md; FIGURES=--update writes it
	@ci/figures $(FIGURES)

# CC and CFLAGS only as the caller gives them. What SHOW=1 prints is for one call.
given_here = $(if $(filter command,$(firstword $(origin $(1)))),$($(1)))
wcet: deps-wcet ## Bounds the instructions and cycles of each call from the object files of these machines, and compares docs/wcet.md; WCET=--update writes it; CALL=, BUDGET=, CAPACITY=, TARGET=, LEVEL=, GEOMETRY=: only these, SHOW=1: the worst path, UNIT=cycles: in cycles; CC=, CFLAGS=, TOOLS=: a compiler of your own
	@proofs/wcet/run $(WCET) $(CALL:%=--call %) $(BUDGET:%=--budget %) $(CAPACITY:%=--capacity %) $(TARGET:%=--target %) \
	    $(LEVEL:%=--level=%) $(GEOMETRY:%=--geometry %) $(if $(SHOW),--show) $(UNIT:%=--unit %) $(if $(call given_here,CC),--cc="$(CC)") \
	    $(if $(call given_here,CFLAGS),--cflags="$(CFLAGS)") $(TOOLS:%=--tools %)

fault-injection: deps-check ## Flips each bit of a wheel's memory, counts what audit detects, compares docs/corruption.md; QUICK=1: a sample; UPDATE=1 writes it
	@GCC="$(GCC)" ci/fault-injection $(if $(QUICK),--quick) $(if $(UPDATE),--update)

mcdc: deps-mcdc ## Measures MC/DC of src/ by the tests; fails if a condition is missing
	@ci/mcdc

dist: deps-trace ## Makes build/dist: archive, SBOM, evidence, sums; fails if a second run gives other bytes
	@ci/dist

web: deps-web ## Builds the wheels for a browser, build/web/index.html, and tests them in a headless Chromium; checks the figures; SHOTS=1 takes pictures
	@CC="$(CC)" web/figures --check && CLANG="$(CLANG)" CC="$(CC)" web/build && CC="$(CC)" web/test $(if $(SHOTS),--screenshots)

site: deps-site $(MANUAL) ## Builds build/site: page, tour, museum, report and manual as one site; follows its links, and opens it in a headless Chromium
	@CLANG="$(CLANG)" CC="$(CC)" ci/site

trace: deps-trace ## Leads from each requirement to its evidence; fails if one has none
	@proofs/bounds --check && ci/trace $(TRACE)

report: deps-trace ## Writes the page build/reports/report.html from the last verdict
	@ci/report

# BENCH="quick hold instructions ...", SIZES="1e3 1e5", ENGINES="hier libev", REPEATS=5, BASE=folder or commit, ENGINE_DIR=folder of
# engines of your own with ENGINE_FLAGS=, ENGINE_LIBS= for them: see tests/bench/README.md
timed    = $(filter-out instructions,$(or $(BENCH),all))
counted  = $(filter instructions,$(or $(BENCH),instructions))
measured = $(ENGINES:%=--engine %) $(BASE:%=--base %) $(if $(ENGINE_DIR),--engine-dir "$(ENGINE_DIR)")
bench: deps-bench ## Measures the wheels beside other timers; BENCH=quick; BENCH=instructions counts these; BENCH=hold, SIZES="1e3 1e5"; BASE=commit; ENGINE_DIR=folder: engines of your own
	@$(MAKE) -s -f tests/bench/rules.mk CC="$(CC)" all
	@$(if $(timed),CC="$(CC)" tests/bench/run $(timed:all=) $(SIZES:%=--size %) $(REPEATS:%=--repeats %) $(measured))
	@$(if $(counted),CC="$(CC)" tests/bench/instructions $(measured))

evidence: ## Prints what the last evidence is, and whether it is of this tree
	@ci/evidence

verify: ## Gathers all evidence and prints one table of verdicts
	@ci/install check coverage lint prove bmc fuzz mutants trace web site
	+@ci/verdict

# The installed files get prefix and DESTDIR of this call, whatever was built or installed before.
install: $(library)/libtimingwheel.a $(if $(filter yes,$(SHARED_LIBRARY)),$(library)/libtimingwheel.so) $(library)/tw_geometry.h $(MANUAL) ## Installs library, headers, manual; PREFIX=, LIBDIR=, INCLUDEDIR=, DESTDIR=, TW_RADIX=, TW_HASHED_SLOTS=, SHARED_LIBRARY=yes
	install -d "$(libraries)/pkgconfig" "$(headers)" "$(root)/share/man/man3"
	install -m 644 $< "$(libraries)"
	$(if $(filter yes,$(SHARED_LIBRARY)),install -m 755 $(library)/libtimingwheel.so "$(libraries)/libtimingwheel.so.$(abi)" && \
	    ln -sf libtimingwheel.so.$(abi) "$(libraries)/libtimingwheel.so")
	install -m 644 $(filter-out src/tw_geometry.h,$(wildcard src/*.h)) examples/tw_ticks.h $(library)/tw_geometry.h \
	    "$(headers)"
	install -m 644 build/manual/tw_*.3 "$(root)/share/man/man3"
	escaped() { printf '%s' "$$1" | sed 's/[|&\\]/\\&/g'; } && \
	    sed $(configured) -e "s|@PREFIX@|$$(escaped '$(prefix)')|" \
	    -e "s|@LIBDIR@|$$(escaped '$(call in_prefix,$(LIBDIR))')|" -e "s|@INCLUDEDIR@|$$(escaped '$(call in_prefix,$(INCLUDEDIR))')|" \
	    packaging/timingwheel.pc.in >"$(libraries)/pkgconfig/timingwheel.pc"

copy: $(library)/tw_geometry.h ## Copies src/ and tw_ticks.h to TO=folder, in one geometry: files of another do not compile; TW_RADIX=, TW_HASHED_SLOTS=
	install -d "$(or $(TO),$(error make copy TO=folder))"
	install -m 644 $(filter-out src/tw_geometry.h,$(wildcard src/*)) examples/tw_ticks.h $< "$(TO)"

uninstall: ## Removes all files that install has installed, of any geometry; PREFIX=, LIBDIR=, INCLUDEDIR=, DESTDIR=
	rm -f "$(libraries)/libtimingwheel.a" "$(libraries)/libtimingwheel.so" "$(libraries)"/libtimingwheel.so.* "$(libraries)/pkgconfig/timingwheel.pc" \
	    "$(root)"/share/man/man3/tw_hier*.3 "$(root)"/share/man/man3/tw_hashed*.3 \
	    "$(root)"/share/man/man3/tw_ticks.3 "$(root)"/share/man/man3/tw_ms_to_ticks.3 "$(root)"/share/man/man3/tw_widen.3
	cd "$(headers)" && rm -f tw_ticks.h $(patsubst src/%,%,$(wildcard src/*.h))
	rmdir "$(headers)"

format: deps-lint ## Formats the C sources
	clang-format-19 -i $(wildcard src/*.[ch] spec/*.[ch] tests/*.[ch] tests/*/*.[ch] fuzz/*.[ch] proofs/*/*.[ch])

deps: ## Installs the packages that the commands here need
	@ci/install

clean: ## Removes build/
	rm -rf build

deps-%:
	@ci/install $*

defines = -DTW_RADIX=$(basename $(1)) -DTW_HASHED_SLOTS=$(patsubst .%,%,$(suffix $(1)))

# $(1) variant, $(2) geometry, $(3) the packages for the build
define rules
build/$(1)-$(2)/%.o: %.c Makefile | deps-$(3)
	@mkdir -p $$(@D)
	@$$($(1)_CC) $$(STD) $$(INCLUDES) $(call defines,$(2)) $$(if $$(filter src/%,$$<),$$($(1)_SRC)) -MMD -c $$< -o $$@
build/$(1)-$(2)/%: build/$(1)-$(2)/tests/%.o $(SHARED:%.c=build/$(1)-$(2)/%.o)
	@$$($(1)_CC) $$^ -lcmocka -o $$@
endef
$(foreach geometry,$(GEOMETRIES),$(foreach variant,plain sanitize trap,$(eval $(call rules,$(variant),$(geometry),check))))
$(foreach geometry,$(GEOMETRIES),$(eval $(call rules,coverage,$(geometry),coverage)))

# The sources of each single header. A single header is written each time, as BARE may differ.
wheels = $(if $(filter timingwheel,$(1)),tw_hier.c tw_hashed.c,$(patsubst timingwheel_%,tw_%.c,$(1)))

# A geometry that is given is the only one.
given = $(if $(TW_RADIX)$(TW_HASHED_SLOTS),$(library))
$(HEADERS:%=build/%): build/%.h: deps-trace $(given:%=%/tw_geometry.h) FORCE
	@mkdir -p $(@D)
	ci/single $(if $(BARE),--bare) $(given:%=-I %) -o $@ $(call wheels,$*)

# A folder of single headers. Each name of a header of src/ is there too, as a file that includes the single header; what only
# the sources include is there as it is.
private = tw_slots.h tw_list.h tw_bitset.h
$(foreach folder,single static,$(HEADERS:%=build/$(folder)/%)): ci/single $(wildcard src/* spec/*.acsl)
	@mkdir -p $(@D)
	@ci/single $(if $(filter build/static/,$(@D)/),--bare) -o $@ $(call wheels,$(basename $(@F)))
	@for header in $(filter-out $(private),$(notdir $(wildcard src/*.h))); do echo '#include "timingwheel.h"' >$(@D)/$$header; done
	@cp $(private:%=src/%) $(@D)

# $(1) variant, $(2) geometry: the single headers take the place of src/.
define single_rules
$(patsubst %.c,build/$(1)-$(2)/%.o,$(TESTS:%=tests/%.c) $(filter-out src/%,$(SHARED))): build/$(1)/timingwheel.h
build/$(1)-$(2)/src/tw_%.o: build/$(1)/timingwheel_%.h Makefile
	@mkdir -p $$(@D)
	@$$($(1)_CC) $$(STD) $(call defines,$(2)) -DTW_IMPLEMENTATION -x c -c $$< -o $$@
endef
$(foreach variant,single static,$(eval $(call single_rules,$(variant),16.512)))
$(foreach variant,single static,$(eval $(call rules,$(variant),16.512,check)))

# A build in any folder gives the same bytes: without the name of the folder.
library_CC = $(CC) $(CFLAGS) $(STD) -ffile-prefix-map="$(CURDIR)"=. $(call defines,$(radix).$(slots))
$(library)/%.o: src/%.c $(wildcard src/*.h) Makefile
	@mkdir -p $(@D)
	$(library_CC) -c $< -o $@

$(library)/%.pic.o: src/%.c $(wildcard src/*.h) Makefile
	@mkdir -p $(@D)
	$(library_CC) -fPIC -c $< -o $@

$(library)/libtimingwheel.a: $(OWN:src/%.c=$(library)/%.o)
	rm -f $@
	$(AR) rcs $@ $^

$(library)/libtimingwheel.so: $(OWN:src/%.c=$(library)/%.pic.o)
	$(library_CC) -shared -Wl,-soname,libtimingwheel.so.$(abi) $^ -o $@

$(library)/tw_geometry.h: packaging/tw_geometry.h.in src/tw_geometry.h Makefile
	@mkdir -p $(@D)
	sed $(configured) -e '/@TW_GEOMETRY_H@/r src/tw_geometry.h' -e '/@TW_GEOMETRY_H@/d' $< >$@

# A manual page for each wheel and for tw_ticks.h, and a page for each function that leads to it.
manual_from = src/tw_geometry.h src/tw_clock.h src/tw_status.h packaging/example.c
define write_manual
	@mkdir -p $(@D)
	awk -f packaging/manual.awk -v version=$(version) $(manual_from) $< >$@
	@for name in $$(awk -f packaging/manual.awk -v names=1 $(manual_from) $<); do echo '.so man3/$*.3' >build/manual/$$name.3; done
endef
build/manual/%.3: src/%.h $(manual_from) packaging/manual.awk
	$(write_manual)
build/manual/%.3: examples/%.h $(manual_from) packaging/manual.awk
	$(write_manual)

-include $(wildcard build/*/*/*.d)
