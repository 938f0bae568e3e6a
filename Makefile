# SPDX-License-Identifier: Apache-2.0 OR MIT
# Everything built goes under build/. What has to be installed is in ci/packages.

GCC      = gcc
CLANG    = clang
CFLAGS   = -O2 -g
STD      = -std=c11
INCLUDES = -Isrc -Ispec -Itests
PREFIX   = /usr/local
FUZZ_SECONDS = 30

SRC      = $(wildcard src/*.c)
TESTS    = $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))
SHARED   = $(SRC) $(wildcard spec/*.c) $(filter-out tests/test_%,$(wildcard tests/*.c))

# A geometry is TW_RADIX.TW_HASHED_SLOTS; the second radix 4 is for the hashed wheel's sake.
GEOMETRIES = 256.4096 16.512 4.64 4.4
RADIX_ONLY = test_clock test_bitset test_list test_hier test_oracle

# The variants that the test programs are built in: compiler, options, options for src/ alone.
plain_CC     = $(CC) $(CFLAGS)
sanitize_CC  = $(GCC) -O2 -g -fsanitize=address,undefined -fno-sanitize-recover=all
trap_CC      = $(CLANG) -O2 -g
trap_SRC     = -fsanitize=undefined,integer -fsanitize-trap=all
coverage_CC  = $(GCC) -O0 -g --coverage

# A variant's programs, all geometries.
programs = $(filter-out $(RADIX_ONLY:%=build/$(1)-4.4/%), \
    $(foreach geometry,$(GEOMETRIES),$(TESTS:%=build/$(1)-$(geometry)/%)))

# What is installed, and where. A geometry that is not given is that of src/tw_geometry.h.
macro   = $(shell sed -n 's/^.define $(1) //p' src/tw_geometry.h)
radix   := $(or $(TW_RADIX),$(call macro,TW_RADIX))
slots   := $(or $(TW_HASHED_SLOTS),$(shell TW_RADIX=$(radix); echo $$(($(call macro,TW_HASHED_SLOTS)))))
library = build/library-$(radix).$(slots)
prefix  = $(if $(filter /%,$(PREFIX)),$(PREFIX),$(CURDIR)/$(PREFIX))

MAKEFLAGS += --no-print-directory
.PHONY: help deps deps-% check coverage lint prove bmc bmc-full bmc-selftest fuzz fuzz-libfuzzer fuzz-repro fuzz-selftest mutants mutants-quick impostors impostors-quick trace report bench verify install format clean
.SECONDARY:
.DELETE_ON_ERROR:

help: ## Shows this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

SANITIZED = $(call programs,sanitize) $(call programs,trap)
# What is slower to run runs less of the long tests: TW_TEST_SCALE=100 for all of them. Under valgrind
# only the smaller geometries; the sanitizers have the largest too.
check: deps-check $(call programs,plain) $(SANITIZED) ## Runs the tests: plain, with sanitizers, under valgrind; checks README and size
	@CC="$(CC)" GCC="$(GCC)" CLANG="$(CLANG)" ci/run-tests --report build/reports/check.xml \
	    $(call programs,plain) --sanitized $(SANITIZED) --sanitized-scale 30 \
	    --valgrind $(filter-out build/plain-256.4096/%,$(call programs,plain)) --valgrind-scale 5 \
	    --checks ci/check-contracts ci/check-freestanding ci/check-install ci/check-int16 ci/check-readme ci/check-size ci/check-steps ci/check-corpus

COVERED = $(filter-out build/coverage-256.4096/%,$(call programs,coverage))
# The smaller geometries reach every line, the slowest to run adds none.
coverage: deps-coverage $(COVERED) ## Measures line and branch coverage of src/: 100 % or it fails
	@ci/coverage $(COVERED)

lint: deps-lint ## Compiler warnings, layout, static analysis, scripts, licence lines
	@GCC="$(GCC)" CLANG="$(CLANG)" ci/lint

prove: deps-prove ## Proves src/ with Frama-C; FUNCTION=name, GEOMETRY="256.4096 ..." for these alone; MACHDEP=gcc_x86_32
	@proofs/wp/prove $(if $(FUNCTION),--function $(FUNCTION)) $(GEOMETRY:%=--geometry %) $(MACHDEP:%=--machdep %)

bmc: deps-bmc ## Model-checks src/ with CBMC, the quick proofs; PROOF=name for these alone
	@proofs/cbmc/run $(GEOMETRY:%=--geometry %) $(PROOF)

bmc-full: deps-bmc ## The same, all proofs
	@proofs/cbmc/run --full

bmc-selftest: deps-bmc ## CBMC must find every planted bug; prints the counterexamples
	@proofs/cbmc/run --selftest

fuzz: deps-fuzz ## Fuzzes src/ against the oracle with AFL++; FUZZ_SECONDS=30
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run afl $(FUZZ_SECONDS)

fuzz-libfuzzer: deps-fuzz ## The same with libFuzzer
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run libfuzzer $(FUZZ_SECONDS)

fuzz-repro: deps-fuzz ## Prints the input INPUT=file as C, with the answers expected and got
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run repro "$(INPUT)"

fuzz-selftest: deps-fuzz ## Both fuzzers must find every planted bug; prints how soon
	@GCC="$(GCC)" CLANG="$(CLANG)" fuzz/run selftest

mutants: deps-mutants ## Breaks src/ and the contracts in small ways: does each engine notice? Takes hours
	@proofs/mutants/run --update

mutants-quick: deps-mutants ## The same for a sample
	@proofs/mutants/run --quick

impostors: deps-mutants deps-bmc deps-fuzz ## Does a wrong wheel pass? Patches of src/ that the proof has to refuse
	@proofs/impostors/run

impostors-quick: deps-mutants ## The same for a sample, by the proof alone
	@proofs/impostors/run --quick

trace: deps-trace ## Requirements, and what shows each; red on one that nothing shows
	@ci/trace $(TRACE)

report: deps-trace ## Writes the page build/reports/report.html of the last verdict
	@ci/report

bench: deps-bench build/bench ## Measures the time of each call
	@build/bench

verify: ## All of the evidence, and a verdict
	@ci/install check coverage lint prove bmc fuzz mutants trace
	+@ci/verdict

install: $(library)/libtimingwheel.a $(library)/tw_geometry.h ## Installs a static library and headers; PREFIX=, DESTDIR=, TW_RADIX=, TW_HASHED_SLOTS=
	install -d "$(DESTDIR)$(prefix)/lib/pkgconfig" "$(DESTDIR)$(prefix)/include/timingwheel"
	install -m 644 $< "$(DESTDIR)$(prefix)/lib"
	install -m 644 $(filter-out src/tw_geometry.h,$(wildcard src/*.h)) $(library)/tw_geometry.h \
	    "$(DESTDIR)$(prefix)/include/timingwheel"
	printf '%s\n' 'prefix=$(prefix)' radix=$(radix) hashed_slots=$(slots) '' 'Name: timingwheel' \
	    'Description: hashed and hierarchical timing wheels' 'Version: '$(call macro,TW_VERSION) \
	    'Cflags: -I"$${prefix}/include/timingwheel"' 'Libs: -L"$${prefix}/lib" -ltimingwheel' \
	    >"$(DESTDIR)$(prefix)/lib/pkgconfig/timingwheel.pc"

format: deps-lint ## Lays out the C sources
	clang-format -i $(wildcard src/*.[ch] spec/*.[ch] tests/*.[ch] tests/*/*.[ch] fuzz/*.[ch] proofs/*/*.[ch])

deps: ## Installs every package that some command here needs
	@ci/install

clean: ## Removes build/
	rm -rf build

deps-%:
	@ci/install $*

defines = -DTW_RADIX=$(basename $(1)) -DTW_HASHED_SLOTS=$(patsubst .%,%,$(suffix $(1)))

# $(1) variant, $(2) geometry, $(3) the packages that building needs
define rules
build/$(1)-$(2)/%.o: %.c Makefile | deps-$(3)
	@mkdir -p $$(@D)
	@$$($(1)_CC) $$(STD) $$(INCLUDES) $(call defines,$(2)) $$(if $$(filter src/%,$$<),$$($(1)_SRC)) -MMD -c $$< -o $$@
build/$(1)-$(2)/%: build/$(1)-$(2)/tests/%.o $(SHARED:%.c=build/$(1)-$(2)/%.o)
	@$$($(1)_CC) $$^ -lcmocka -o $$@
endef
$(foreach geometry,$(GEOMETRIES),$(foreach variant,plain sanitize trap,$(eval $(call rules,$(variant),$(geometry),check))))
$(foreach geometry,$(GEOMETRIES),$(eval $(call rules,coverage,$(geometry),coverage)))

build/bench: $(wildcard tests/bench/*.[ch] src/*.[ch]) Makefile | deps-bench
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(STD) -Isrc -Itests $(filter %.c,$^) -o $@

$(library)/%.o: src/%.c $(wildcard src/*.h) Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(STD) $(call defines,$(radix).$(slots)) -c $< -o $@

$(library)/libtimingwheel.a: $(SRC:src/%.c=$(library)/%.o)
	$(AR) rcs $@ $^

$(library)/tw_geometry.h: src/tw_geometry.h Makefile
	@mkdir -p $(@D)
	printf '%s\n' '/* Written by make install. */' \
	    '#if (defined TW_RADIX && TW_RADIX != $(radix)) || (defined TW_HASHED_SLOTS && TW_HASHED_SLOTS != $(slots))' \
	    '#error "the installed library has TW_RADIX $(radix) and TW_HASHED_SLOTS $(slots)"' '#endif' \
	    '#undef TW_RADIX' '#define TW_RADIX $(radix)' '#undef TW_HASHED_SLOTS' '#define TW_HASHED_SLOTS $(slots)' | \
	    sed '1r /dev/stdin' $< >$@

-include $(wildcard build/*/*/*.d)
