#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds fuzzers, seeds and options into $OUT, by the conventions of OSS-Fuzz, which sets CC, CXX, CFLAGS, CXXFLAGS,
# LIB_FUZZING_ENGINE, SRC and OUT. SOURCE is another src/, for a test.
# shellcheck disable=SC2086  # options are words
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -f src/tw_hier.c ] || cd "$SRC/timingwheel" # where the images copy this script

# Builds a fuzzer: its name, TW_RADIX, TW_HASHED_SLOTS, its sources.
fuzzer() {
    local name=$1 defines="-DTW_RADIX=$2 -DTW_HASHED_SLOTS=$3" objects file
    shift 3
    objects=$(mktemp -d)
    for file; do
        $CC $CFLAGS -std=c11 $defines -DAUDIT_EACH=1 "-I${SOURCE:-src}" -Isrc -Ispec -Itests -Ifuzz -Iexamples \
            -c "$file" -o "$objects/$(basename "$file").o"
    done
    $CXX $CXXFLAGS "$objects"/*.o $LIB_FUZZING_ENGINE -o "$OUT/$name"
    rm -r "$objects"
    cp fuzz/corpus.zip "$OUT/${name}_seed_corpus.zip"
    printf '[libfuzzer]\nmax_len = 256\n' >"$OUT/$name.options"
}

wheels="${SOURCE:-src}/tw_hier.c ${SOURCE:-src}/tw_hashed.c"
for geometry in "256 64" "4 4"; do
    fuzzer "calls_${geometry/ /_}" $geometry fuzz/harness.c fuzz/damage.c tests/calls.c tests/expected.c \
        tests/lockstep.c tests/trace.c spec/oracle.c $wheels
done
for radix in 256 16 4; do
    fuzzer "host_$radix" $radix 64 fuzz/host.c "${wheels% *}"
done
