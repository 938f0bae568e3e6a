# SPDX-License-Identifier: Apache-2.0 OR MIT
# What users take: the library with headers, manual and pkg-config, a copy of src/, the single headers. The Makefile includes this file, and
# reads the geometry and the version from src/tw_geometry.h.

PREFIX   = /usr/local
LIBDIR   = lib
INCLUDEDIR = include
# Installed files and their places. The default geometry is that of src/tw_geometry.h.
# The radix is one of three numbers, and all texts are digits, points and quotes: no text of src/ is a command. tests/checks/test_install.py tries it.
macro   = $(shell sed -n 's/^\#define $(1) \([0-9."]*\)$$/\1/p' src/tw_geometry.h | head -n 1)
radix   := $(or $(TW_RADIX),$(firstword $(filter 4 16 256,$(call macro,TW_RADIX))))
slots   := $(or $(TW_HASHED_SLOTS),$(call macro,TW_HASHED_SLOTS_$(radix)))
version := $(subst ",,$(call macro,TW_VERSION))
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
# A program and the shared library must agree on contracts and on sizes of structs.
abi     = $(call macro,TW_VERSION_MAJOR).$(radix).$(slots)
configured = -e 's|@TW_RADIX@|$(radix)|g' -e 's|@TW_HASHED_SLOTS@|$(slots)|g' -e 's|@TW_VERSION@|$(version)|g'

# The installed files get prefix and DESTDIR of this call, whatever was built or installed before.
install: $(library)/libtimingwheel.a $(if $(filter yes,$(SHARED_LIBRARY)),$(library)/libtimingwheel.so) $(library)/tw_geometry.h $(MANUAL)
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

copy: $(library)/tw_geometry.h
	install -d "$(or $(TO),$(error make copy TO=folder))"
	install -m 644 $(filter-out src/tw_geometry.h,$(wildcard src/*)) examples/tw_ticks.h $< "$(TO)"

uninstall:
	rm -f "$(libraries)/libtimingwheel.a" "$(libraries)/libtimingwheel.so" "$(libraries)"/libtimingwheel.so.* "$(libraries)/pkgconfig/timingwheel.pc" \
	    "$(root)"/share/man/man3/tw_hier*.3 "$(root)"/share/man/man3/tw_hashed*.3 \
	    "$(root)"/share/man/man3/tw_ticks.3 "$(root)"/share/man/man3/tw_ms_to_ticks.3 "$(root)"/share/man/man3/tw_widen.3
	cd "$(headers)" && rm -f tw_ticks.h $(patsubst src/%,%,$(wildcard src/*.h))
	rmdir "$(headers)"

# A build in any folder gives the same bytes: without the name of the folder.
library_CC = $(CC) $(CFLAGS) $(STD) -ffile-prefix-map="$(CURDIR)"=. $(call defines,$(radix).$(slots))
$(library)/%.o: src/%.c $(wildcard src/*.h) Makefile packaging/install.mk
	@mkdir -p $(@D)
	$(library_CC) -c $< -o $@

$(library)/%.pic.o: src/%.c $(wildcard src/*.h) Makefile packaging/install.mk
	@mkdir -p $(@D)
	$(library_CC) -fPIC -c $< -o $@

$(library)/libtimingwheel.a: $(OWN:src/%.c=$(library)/%.o)
	rm -f $@
	$(AR) rcs $@ $^

$(library)/libtimingwheel.so: $(OWN:src/%.c=$(library)/%.pic.o)
	$(library_CC) -shared -Wl,-soname,libtimingwheel.so.$(abi) $^ -o $@

$(library)/tw_geometry.h: packaging/tw_geometry.h.in src/tw_geometry.h Makefile packaging/install.mk
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

# The sources of each single header. A single header is written each time, as BARE may differ.
wheels = $(if $(filter timingwheel,$(1)),tw_hier.c tw_hashed.c,$(patsubst timingwheel_%,tw_%.c,$(1)))

# A geometry that is given is the only one.
given = $(if $(TW_RADIX)$(TW_HASHED_SLOTS),$(library))
$(HEADERS:%=build/%): build/%.h: deps-trace $(given:%=%/tw_geometry.h) FORCE
	@mkdir -p $(@D)
	packaging/single $(if $(BARE),--bare) $(given:%=-I %) -o $@ $(call wheels,$*)
