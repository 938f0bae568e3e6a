# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds the programs of the benchmark, one for each engine. SOURCE is the source of the wheels, OUT the folder of the programs.

CC     = gcc
CXX    = g++
CFLAGS = -O2 -g
SOURCE = src
OUT    = build/bench

WHEELS  = hier hier_inline hashed
PAPER   = floor list sorted heap simple
PEERS   = libev libevent libuv glib
COMPILE = $(CC) -std=c11 $(CFLAGS)
HEADERS = $(wildcard tests/bench/*.h $(SOURCE)/*.h) tests/bench/rules.mk

# The kernel's part of an event loop is replaced: see virtual.h. That needs the static libraries.
WRAP         = -Wl,--wrap=clock_gettime,--wrap=epoll_wait,--wrap=epoll_pwait,--wrap=write
static       = -Wl,-Bstatic $(1) -Wl,-Bdynamic
libev_LIBS    = $(call static,-lev) -lm
libevent_LIBS = $(call static,-levent_core)
# Debian 12 has libuv_a.a, Debian 13 libuv.a.
libuv_LIBS    = $(call static,-l:$(or $(notdir $(firstword $(wildcard /usr/lib/*/libuv_a.a))),libuv.a)) -pthread -ldl
# GLib with what it needs: on Debian 13 more than on Debian 12.
glib_LIBS     = $(call static,$(filter-out -lm -latomic,$(shell pkg-config --static --libs-only-l glib-2.0))) -pthread -lm
glib_FLAGS    = $(patsubst -I%,-isystem %,$(shell pkg-config --cflags-only-I glib-2.0))

all: wheels paper peers $(OUT)/wakeups
wheels: $(WHEELS:%=$(OUT)/%)
paper: $(PAPER:%=$(OUT)/%)
peers: $(PEERS:%=$(OUT)/%)
.PHONY: all wheels paper peers own
.DELETE_ON_ERROR:

$(OUT)/hier $(OUT)/hashed: $(OUT)/%: tests/bench/%.c $(SOURCE)/tw_%.c $(HEADERS)
	@mkdir -p $(@D)
	@$(COMPILE) -I$(SOURCE) $(filter %.c,$^) -o $@

# Counts, not an engine.
$(OUT)/wakeups: tests/bench/wakeups.c $(SOURCE)/tw_hier.c $(SOURCE)/tw_hashed.c $(HEADERS)
	@mkdir -p $(@D)
	@$(COMPILE) -I$(SOURCE) $(filter %.c,$^) -o $@

# The functions of the interface static inline, in a copy that the engine includes.
$(OUT)/hier_inline: tests/bench/hier.c $(SOURCE)/tw_hier.c $(HEADERS)
	@mkdir -p $@.source
	@for file in tw_hier.h tw_hier.c; do \
	    sed -E 's/^(TW_NODISCARD )?(enum tw_status|bool|uint32_t) tw_hier_/static inline &/' $(SOURCE)/$$file >$@.source/$$file; done
	@$(COMPILE) -DBENCH_INLINE -I$@.source -I$(SOURCE) $< -o $@

$(PAPER:%=$(OUT)/%): $(OUT)/%: tests/bench/%.c $(HEADERS)
	@mkdir -p $(@D)
	@$(COMPILE) -I$(SOURCE) $< -o $@

$(PEERS:%=$(OUT)/%): $(OUT)/%: tests/bench/%.c $(HEADERS)
	@mkdir -p $(@D)
	@$(COMPILE) $($*_FLAGS) $(WRAP) $< $($*_LIBS) -o $@

# One engine more, of another folder: ENGINE is its source, NAME its program. The compiler reads the names from its environment,
# so they may have spaces. ENGINE_LIBS may have C sources: the C compiler takes them.
export ENGINE NAME
cxx = $(filter %.cc,$(ENGINE))
own:
	@mkdir -p $(OUT)/own
	@$(if $(cxx),$(CXX) -std=gnu++20,$(CC) -std=gnu11) $(CFLAGS) -Itests/bench -I$(SOURCE) $(ENGINE_FLAGS) -c "$$ENGINE" -o "$(OUT)/own/$$NAME.o"
	@$(CC) $(CFLAGS) $(ENGINE_FLAGS) "$(OUT)/own/$$NAME.o" $(ENGINE_LIBS) $(if $(cxx),-lstdc++ -lm) -o "$(OUT)/own/$$NAME"
