# SPDX-License-Identifier: Apache-2.0 OR MIT
# The commands that everybody expects. All programs are in tools/, each with --help; they install the packages that they need (as root, on Debian).
# All results of a build go under build/.

CFLAGS     = -O2 -g
PREFIX     = /usr/local
LIBDIR     = lib
INCLUDEDIR = include
export CFLAGS
MAKEFLAGS += --no-print-directory
COMMANDS  := $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' Makefile)
.PHONY: python $(COMMANDS)
.DEFAULT_GOAL := help

python:
	@tools/deps python

help: ## Shows this list
	@awk -F ':.*## ' '/^#: / { print "\n" substr($$0, 4) } /^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile
	@echo; echo "And programs with --help:" $(shell find tools -maxdepth 1 -type f -executable | sort)

#: To use the wheels; TW_RADIX=, TW_LEVELS=, TW_HASHED_SLOTS= set the geometry
copy: ## Copies src/, tw_ticks.h and the licences to TO=folder, in one geometry: files of another do not compile
	@tools/copy "$(TO)" "$(TW_RADIX)" "$(TW_HASHED_SLOTS)" "$(TW_LEVELS)"

given = $(if $(TW_RADIX)$(TW_LEVELS)$(TW_HASHED_SLOTS),build/given)
single: python ## Writes the single header build/timingwheel.h, and one for each wheel
	@$(if $(given),tools/copy $(given) "$(TW_RADIX)" "$(TW_HASHED_SLOTS)" "$(TW_LEVELS)")
	@tools/single $(given:%=-I %) -o build/timingwheel.h tw_hier.c tw_hashed.c
	@for wheel in hier hashed; do tools/single $(given:%=-I %) -o build/timingwheel_$$wheel.h tw_$$wheel.c; done

install: ## Installs library, headers and manual, by Meson; PREFIX=, LIBDIR=, INCLUDEDIR=, DESTDIR=, SHARED_LIBRARY=yes
	@command -v meson >/dev/null || { echo "make install: Meson builds the library: install meson and ninja-build, or use make copy" >&2; exit 1; }
	@rm -rf build/install
	@meson setup build/install --buildtype=plain --prefix="$(if $(filter /%,$(PREFIX)),,$(CURDIR)/)$(PREFIX)" --libdir="$(LIBDIR)" \
	    --includedir="$(INCLUDEDIR)" $(TW_RADIX:%=-Dradix=%) $(TW_LEVELS:%=-Dlevels=%) $(TW_HASHED_SLOTS:%=-Dhashed_slots=%) \
	    $(if $(filter yes,$(SHARED_LIBRARY)),-Ddefault_library=both)
	@DESTDIR="$(DESTDIR)" meson install -C build/install --quiet

uninstall: ## Removes what the last install has installed
	@test -d build/install || { echo "make uninstall: build/install is gone: make install with the same options first" >&2; exit 1; }
	@ninja -C build/install uninstall

#: To check a change, in minutes; SRC=folder: check, prove, same, bmc and fuzz take a copy of src/ that another project has
copied = $(if $(SRC),tools/on-copy "$(SRC)")
chosen = $(FUNCTION:%=--function %) $(GEOMETRY:%=--geometry %)

check: python ## Runs the tests: plain, with sanitizers, under valgrind; and the checks of tests/checks
	@$(copied) tools/check

coverage: ## Measures line and branch coverage of src/; fails below 100 %
	@tools/coverage

lint: ## Checks compiler warnings, layout, static analysis, scripts, licence lines, and that generated files are current
	@tools/lint

prove: python ## Proves src/ with Frama-C; FUNCTION=name, GEOMETRY=256.4096: only these
	@$(copied) tools/prove $(chosen)

same: python ## Compares what a compiler compiles with what is proved, function by function; CC="your-cc" CFLAGS="..."
	@$(copied) tools/same $(GEOMETRY:%=--geometry %)

bmc: python ## Checks bounded models of src/ with CBMC
	@$(copied) tools/bmc $(GEOMETRY:%=--geometry %)

fuzz: python ## Fuzzes src/ against the sorted list with AFL++, for 30 seconds
	@$(copied) tools/fuzz afl 30

verify: ## Gathers all evidence, of the slow parts a sample, on an export of this tree in build/verify; prints one table of verdicts
	@tools/deps check coverage lint prove same recheck bmc fuzz mutants trace web site
	@tools/verify

#: To keep the tree
generated: python ## Writes the files of the tree that programs write
	@tools/generated

bench: python ## Measures the wheels beside other timers
	@tools/bench

site: ## Builds build/site: page, tour, museum, report and manual as one site, and follows its links
	@tools/site

dist: ## Makes build/dist: archive, SBOM, evidence, sums; fails if a second run gives other bytes
	@tools/dist

deps: ## Installs the packages that all programs here need
	@tools/deps

clean: ## Removes build/
	rm -rf build

# What was a command of make in version 1 is a program, and so is what a variable chose.
OLD = evidence=verify update=generated $(foreach name,trace mutants recheck targets wcet fault-injection replay museum web,$(name)=$(name)) \
    bmc-full=bmc bmc-selftest=bmc figures=figures format=generated fuzz-libfuzzer=fuzz fuzz-repro=fuzz fuzz-selftest=fuzz fuzz-host=fuzz \
    gate=prove impostors=wrong impostors-quick=wrong mcdc=mcdc mutants-quick=mutants obligations=prove report=verify vectors=generated
$(foreach pair,$(OLD),$(firstword $(subst =, ,$(pair)))):
	@echo "make $@: run tools/$(patsubst $@=%,%,$(filter $@=%,$(OLD))), whose --help lists its options" >&2; exit 2

GONE = $(strip $(foreach name,GATE SINGLE FRESH OBLIGATIONS MACHDEP FULL SELFTEST PROOF ENGINE INPUT FUZZ_SECONDS MCDC BENCH BARE,$(if $($(name)),$(name)=)))
$(if $(GONE),$(error $(GONE) is an option of a program now: see tools/prove --help, tools/bmc, tools/fuzz, tools/bench, tools/single))
wrong := $(filter-out help check prove same bmc fuzz,$(MAKECMDGOALS))
$(if $(and $(SRC),$(wrong)),$(error SRC= is for make check, prove, same, bmc and fuzz: make $(wrong) judges our src/, so leave SRC out))
