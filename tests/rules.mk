# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds the test programs, build/VARIANT-GEOMETRY/test_NAME, and the single headers. The Makefile includes it.

TESTS    = $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))
SHARED   = $(OWN) $(wildcard spec/*.c) $(filter-out tests/test_%,$(wildcard tests/*.c))

# A geometry is TW_RADIX.TW_HASHED_SLOTS.
GEOMETRIES := $(or $(shell sed '/^\#/d' tools/geometries),$(error tools/geometries lists no geometry))
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

SANITIZED = $(call programs,sanitize) $(call programs,trap)
SINGLE_TESTS = $(foreach variant,single static,$(TESTS:%=build/$(variant)-16.512/%))
COVERED = $(filter-out build/coverage-256.4096/%,$(call programs,coverage))

defines = -DTW_RADIX=$(basename $(1)) -DTW_HASHED_SLOTS=$(patsubst .%,%,$(suffix $(1)))

# $(1) variant, $(2) geometry, $(3) the packages for the build
define rules
build/$(1)-$(2)/%.o: %.c Makefile tests/rules.mk | deps-$(3)
	@mkdir -p $$(@D)
	@$$($(1)_CC) $$(STD) $$(INCLUDES) $(call defines,$(2)) $$(if $$(filter src/%,$$<),$$($(1)_SRC)) -MMD -c $$< -o $$@
build/$(1)-$(2)/%: build/$(1)-$(2)/tests/%.o $(SHARED:%.c=build/$(1)-$(2)/%.o)
	@$$($(1)_CC) $$^ -lcmocka -o $$@
endef
$(foreach geometry,$(GEOMETRIES),$(foreach variant,plain sanitize trap,$(eval $(call rules,$(variant),$(geometry),check))))
$(foreach geometry,$(GEOMETRIES),$(eval $(call rules,coverage,$(geometry),coverage)))

# A folder of single headers. Each name of a header of src/ is there too, as a file that includes the single header; what only
# the sources include is there as it is.
private = tw_slots.h tw_list.h tw_bitset.h
$(foreach folder,single static,$(HEADERS:%=build/$(folder)/%)): packaging/single.py $(wildcard src/* spec/*.acsl)
	@mkdir -p $(@D)
	@packaging/single $(if $(filter build/static/,$(@D)/),--bare) -o $@ $(call wheels,$(basename $(@F)))
	@for header in $(filter-out $(private),$(notdir $(wildcard src/*.h))); do echo '#include "timingwheel.h"' >$(@D)/$$header; done
	@cp $(private:%=src/%) $(@D)

# $(1) variant, $(2) geometry: the single headers take the place of src/.
define single_rules
$(patsubst %.c,build/$(1)-$(2)/%.o,$(TESTS:%=tests/%.c) $(filter-out src/%,$(SHARED))): build/$(1)/timingwheel.h
build/$(1)-$(2)/src/tw_%.o: build/$(1)/timingwheel_%.h Makefile tests/rules.mk
	@mkdir -p $$(@D)
	@$$($(1)_CC) $$(STD) $(call defines,$(2)) -DTW_IMPLEMENTATION -x c -c $$< -o $$@
endef
$(foreach variant,single static,$(eval $(call single_rules,$(variant),16.512)))
$(foreach variant,single static,$(eval $(call rules,$(variant),16.512,check)))

-include $(wildcard build/*/*/*.d)
