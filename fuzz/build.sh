#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds the fuzz targets by the conventions of OSS-Fuzz: one for each geometry, and its seeds. Needs CC, CXX, CFLAGS, CXXFLAGS,
# LIB_FUZZING_ENGINE and OUT. If SRC is set, it is the folder that contains the copy `timingwheel` of this repository.
set -eu

if [ -n "${SRC:-}" ] && [ -d "$SRC/timingwheel" ]; then
    cd "$SRC/timingwheel"
else
    cd "$(dirname "$0")/.."
fi
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

for geometry in 256.64 4.4; do
    for file in fuzz/harness.c fuzz/damage.c tests/calls.c tests/expected.c tests/lockstep.c tests/trace.c \
        spec/oracle.c src/tw_hier.c src/tw_hashed.c; do
        # shellcheck disable=SC2086 # lists of options
        $CC $CFLAGS -std=c11 -Isrc -Ispec -Itests -Ifuzz \
            -DTW_RADIX=${geometry%.*} -DTW_HASHED_SLOTS=${geometry#*.} -DAUDIT_EACH=1 \
            -c $file -o "$objects/$(basename $file .c).o"
    done
    target=timingwheel_$(echo $geometry | tr . _)
    # shellcheck disable=SC2086 # lists of options
    $CXX $CXXFLAGS "$objects"/*.o $LIB_FUZZING_ENGINE -o "$OUT/$target"
    zip -q -j "$OUT/${target}_seed_corpus.zip" fuzz/corpus/*
done
