# SPDX-License-Identifier: Apache-2.0 OR MIT
# The commands of the project: `make help` lists them. All build results go under build/. tools/packages lists the packages that must be
# installed. packaging/old-names.mk has the former names of commands.

CFLAGS   = -O2 -g
PREFIX   = /usr/local
LIBDIR   = lib
INCLUDEDIR = include
FUZZ_SECONDS = 30

MAKEFLAGS += --no-print-directory
export CC CFLAGS GCC CLANG PROVE_IN ROOT_CACHE
.PHONY: FORCE deps-% $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' Makefile)
.SECONDARY:
.DELETE_ON_ERROR:

help: ## Shows this list
	@awk -F ':.*## ' '/^#: / { print "\n" substr($$0, 4) } /^[a-z-]+:.*## / { gsub(/; [A-Z_]+=/, "\n&", $$2); gsub(/\n; /, "\n                     ", $$2); printf "make %-15s %s\n", $$1, $$2 }' Makefile

include packaging/old-names.mk

#: To use the wheels
copy: ## Copies src/, tw_ticks.h and the licences to TO=folder, in one geometry: files of another do not compile; TW_RADIX=, TW_HASHED_SLOTS=
	@tools/copy "$(TO)" "$(TW_RADIX)" "$(TW_HASHED_SLOTS)"

single: build/timingwheel.h build/timingwheel_hier.h build/timingwheel_hashed.h ## Writes the single header build/timingwheel.h, and one for each wheel; BARE=1 leaves the contracts out; TW_RADIX=, TW_HASHED_SLOTS=

# The geometry that is given is the only one. A single header is written each time, as BARE and the geometry may differ.
given = $(if $(TW_RADIX)$(TW_HASHED_SLOTS),build/given)
build/timingwheel%h: deps-python FORCE
	@$(if $(given),tools/copy $(given) "$(TW_RADIX)" "$(TW_HASHED_SLOTS)")
	@tools/single $(if $(BARE),--bare) $(given:%=-I %) -o $@ \
	    $(if $(filter .,$*),tw_hier.c tw_hashed.c,$(patsubst _%.,tw_%.c,$*))

install: ## Installs library, headers, manual, by Meson; PREFIX=, LIBDIR=, INCLUDEDIR=, DESTDIR=, TW_RADIX=, TW_HASHED_SLOTS=, SHARED_LIBRARY=yes
	@command -v meson >/dev/null || { echo "make install: Meson builds the library: install meson and ninja-build, or use make copy" >&2; exit 1; }
	@rm -rf build/install
	@meson setup build/install --buildtype=plain --prefix="$(if $(filter /%,$(PREFIX)),,$(CURDIR)/)$(PREFIX)" --libdir="$(LIBDIR)" --includedir="$(INCLUDEDIR)" \
	    $(TW_RADIX:%=-Dradix=%) $(TW_HASHED_SLOTS:%=-Dhashed_slots=%) $(if $(filter yes,$(SHARED_LIBRARY)),-Ddefault_library=both)
	@DESTDIR="$(DESTDIR)" meson install -C build/install --quiet

uninstall: ## Removes what the last install has installed
	@test -d build/install || { echo "make uninstall: build/install is gone: make install again with the same options, then make uninstall" >&2; exit 1; }
	@ninja -C build/install uninstall

#: To check a change, in minutes; SRC=folder: check, prove, bmc and fuzz take a copy of src/ that another project has
# The command runs in another folder: it gets the names of files as they are from every folder.
on_copy = $(if $(SRC),tools/on-copy "$(SRC)" $(MAKE) ON_COPY=1 $@ $(if $(GEOMETRY),"GEOMETRY=$(GEOMETRY)") \
    $(if $(filter fuzz,$@),"COPIED_FROM=$$(realpath "$(SRC)")" $(if $(INPUT),"INPUT=$$(realpath -m "$(INPUT)")")),$(1))
# ON_COPY=1: this is the make that tools/on-copy called, and its src/ is the copy. What judges src/ and takes no SRC= refuses it.
ifeq ($(origin ON_COPY) $(notdir $(CURDIR)),command line on-copy)
override SRC :=
unexport SRC ON_COPY
else ifneq ($(origin SRC),undefined)
goals_of_src := $(filter-out help copy single install uninstall museum evidence deps deps-% clean,$(MAKECMDGOALS))
no_goals_of_src := $(filter-out check prove bmc fuzz $(OLD_NAMES),$(goals_of_src))
$(if $(no_goals_of_src),$(error SRC= is for make check, prove, bmc and fuzz; make $(no_goals_of_src) would judge our src/: leave SRC out$(if $(filter replay,$(no_goals_of_src)), (make replay takes SOURCE=))))
$(if $(goals_of_src),$(if $(strip $(SRC)),,$(error SRC= is empty: name the folder of a copy, or leave SRC out)))
endif
# Where Frama-C 25 is not installed, it runs in a Debian 12 of its own: PROVE_IN=here, root or container, ROOT_CACHE=folder.
in_root = tools/in-root

check: deps-check ## Runs the tests: plain, with sanitizers, under valgrind; and the checks of tests/checks
	@$(call on_copy,tools/check $(GEOMETRY:%=--geometry %))

coverage: $(if $(MCDC),deps-mcdc,deps-coverage) ## Measures line and branch coverage of src/; fails below 100 %; MCDC=1: measures MC/DC, and fails if a condition is missing
	@$(if $(MCDC),tools/mcdc,tools/coverage)

lint: deps-lint ## Checks compiler warnings, layout, static analysis, scripts, words, licence lines, and that generated files are current
	@tools/lint

# OBLIGATIONS=only proves from nothing, at one geometry unless others are given.
proving = $(if $(GATE),--gate) $(if $(SINGLE),--single) $(if $(FRESH),--fresh) $(if $(OBLIGATIONS),--obligations) $(if $(filter only,$(OBLIGATIONS)),--no-smoke) \
    $(if $(FUNCTION),--function $(FUNCTION)) $(patsubst %,--geometry %,$(or $(GEOMETRY),$(if $(filter only,$(OBLIGATIONS)),256.4096))) $(MACHDEP:%=--machdep %)
prove: $(if $(SRC)$(GATE),deps-python,build/timingwheel.h) ## Proves src/ with Frama-C; FUNCTION=name, GEOMETRY="256.4096 ...": only these; GATE=1: only what a proof rests on, as the subset of C; SINGLE=1: the single header; MACHDEP=x86_32; FRESH=1: with no result of another tree; OBLIGATIONS=1: writes build/obligations.tar.xz too, =only: from nothing, and no smoke test
	@$(call on_copy,$(in_root) prove tools/prove $(proving))

bmc: deps-bmc ## Checks bounded models of src/ with CBMC: the quick proofs; PROOF=name for one proof; FULL=1: all, takes an hour; SELFTEST=1: it must find every seeded bug
	@$(call on_copy,tools/bmc $(if $(FULL),--full) $(if $(SELFTEST),--selftest) $(GEOMETRY:%=--geometry %) $(PROOF))

fuzz: deps-fuzz ## Fuzzes src/ against the sorted list with AFL++; FUZZ_SECONDS=30; ENGINE=libfuzzer; ENGINE=wide: examples/tw_wide.h; SEED=number: of the random numbers; SELFTEST=1: both engines must find every seeded bug; INPUT=file: prints its calls, with expected and actual answers, C=1 in C
	@$(call on_copy,fuzz/run $(if $(INPUT),repro "$(INPUT)" $(C:%=--c) $(patsubst %,--wide,$(filter wide,$(ENGINE))),$(if $(SELFTEST),selftest,$(or $(ENGINE),afl) $(FUZZ_SECONDS) $(SEED:%=--seed %))))

trace: deps-trace ## Leads from each requirement to its evidence; fails if one has none; STRICT=1: or if a report is not there
	@tools/trace $(if $(STRICT),--strict)

verify: ## Gathers all evidence, of the slow parts a sample, on an export of this tree in build/verify; prints one table of verdicts
	@tools/deps check coverage lint prove recheck bmc fuzz mutants trace web site
	@tools/verify

#: To check more, in hours
mutants: $(if $(VECTORS),deps-python) ## Mutation testing of the checks: each engine looks for small changes of src/ and of the contracts; QUICK=1: a sample; VECTORS=1: the vectors, with mutants of the pseudo-code
	@$(if $(VECTORS),spec/vectors/mutants,$(in_root) "mutants fuzz$(if $(QUICK),, bmc)" tools/mutants $(if $(QUICK),--quick,--update))

impostors: ## Tests the proof with deliberately wrong wheels: it must refuse each patch of src/; QUICK=1: a sample, without the other engines
	@$(in_root) $(if $(QUICK),mutants,"mutants bmc fuzz") tools/impostors $(if $(QUICK),--quick)

recheck: $(if $(filter cvc5,$(or $(SOLVER),cvc5)),deps-recheck,deps-python) ## Proves the obligations again, without Frama-C; SOLVER=cvc5, z3 or cvc4; ARCHIVE=file; PROOFS=1: cvc5 checks its proofs; SAMPLE=20: one in twenty, SEED=... chooses them; JOBS=2; STEPS=1200000: fewer steps; LEAST=90: percent that must be proved
	@proofs/recheck $(SOLVER:%=--solver %) $(if $(ARCHIVE),--archive "$(ARCHIVE)") $(if $(PROOFS),--proofs) $(SAMPLE:%=--sample %) $(SEED:%=--seed %) \
	    $(JOBS:%=--jobs %) $(STEPS:%=--steps %) $(LEAST:%=--least %)

targets: deps-targets ## Tests src/ on other machines, in emulators; TARGETS="--quick m3-gcc ..."
	@$(if $(TARGETS),,pytest --all tests/checks/test_portable.py -k library && )tools/targets $(TARGETS)

# CC and CFLAGS only as the caller gives them. What SHOW=1 prints is for one call.
given_here = $(if $(filter command,$(firstword $(origin $(1)))),$($(1)))
wcet: deps-wcet ## Bounds the instructions and cycles of each call from the object files of these machines, and compares docs/wcet.md; CALL=, BUDGET=, CAPACITY=, TARGET=, LEVEL=, GEOMETRY=: only these, SHOW=1: the worst path, UNIT=cycles: in cycles; CC=, CFLAGS=, TOOLS=: a compiler of your own
	@tools/wcet $(CALL:%=--call %) $(BUDGET:%=--budget %) $(CAPACITY:%=--capacity %) $(TARGET:%=--target %) \
	    $(LEVEL:%=--level=%) $(GEOMETRY:%=--geometry %) $(if $(SHOW),--show) $(UNIT:%=--unit %) $(if $(call given_here,CC),--cc="$(CC)") \
	    $(if $(call given_here,CFLAGS),--cflags="$(CFLAGS)") $(TOOLS:%=--tools %)

fault-injection: deps-check ## Flips each bit of a wheel's memory, counts what audit detects, compares docs/corruption.md; QUICK=1: a sample
	@tools/fault-injection $(if $(QUICK),--quick)

#: To look at it
replay: ## Runs the call history TRACE=file on a wheel beside the sorted list, to the first difference; WHEEL=, GEOMETRY=, SOURCE=, SHOW=1, C=1
	@GEOMETRY="$(GEOMETRY)" SOURCE="$(SOURCE)" tests/replay/run "$(TRACE)" $(WHEEL:%=--wheel %) $(SHOW:%=--show) $(C:%=--c)

museum: deps-python ## Plays the published bug NAME of docs/museum.md on the right wheel and on a wheel with the bug; without NAME: lists the bugs
	@tools/museum $(NAME:%="%")

bench: deps-bench ## Measures the wheels beside other timers; BENCH=quick; BENCH=instructions counts these; BENCH=hold, SIZES="1e3 1e5", ENGINES="hier libev", REPEATS=5; ENGINE_DIR=folder: engines of your own
	@tools/bench $(BENCH) $(SIZES:%=--size %) $(ENGINES:%=--engine %) $(REPEATS:%=--repeats %) $(if $(ENGINE_DIR),--engine-dir "$(ENGINE_DIR)")

web: deps-web ## Builds the wheels for a browser, build/web/index.html, and tests them in a headless Chromium; SHOTS=1 takes pictures
	@tools/web $(if $(SHOTS),--screenshots)

site: deps-site ## Builds build/site: page, tour, museum, report and manual as one site, and follows its links
	@tools/site

evidence: deps-trace ## Joins the rows of make verify that were run on this tree, prints the table, and writes build/reports/report.md
	@tools/verify --report

#: To keep the tree
update: deps-python ## Writes the generated files: layout of the C sources, bounds, vectors, pages; WHAT="figures wcet ...": these, =list: shows all; CHECK=1: compares
	@ci/update $(if $(CHECK),--check) $(WHAT)

dist: deps-trace ## Makes build/dist: archive, SBOM, evidence, sums; fails if a second run gives other bytes
	@tools/dist

deps: ## Installs the packages that the commands here need
	@tools/deps

clean: ## Removes build/
	rm -rf build

deps-%:
	@tools/deps $*
