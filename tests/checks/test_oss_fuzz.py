# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the fuzzers of .clusterfuzzlite as the base images of OSS-Fuzz do: in their environment, into an empty $OUT,
with both engines and three sanitizers, and for coverage. Each fuzzer has its seeds and options and the marks of its
sanitizer and engine, runs its seeds, and finds a wrong wheel within a minute. Nightly: pytest --job fuzz.

OSS-Fuzz itself runs AFL++ with the address sanitizer alone. Debian's driver of AFL++ is not compiled for the memory
sanitizer, so that pair is built here and does not run."""
import zipfile

import pytest

from shared import ROOT, passes, run

pytestmark = pytest.mark.job("fuzz")

CHECKS = ("array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,"
          "returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr")
SANITIZERS = {"address": ("-fsanitize=address -fsanitize-address-use-after-scope", "__asan_init"),
              "undefined": (f"-fsanitize={CHECKS},unsigned-integer-overflow -fno-sanitize-recover={CHECKS}",
                            "__ubsan_handle_add_overflow"),
              "memory": ("-fsanitize=memory -fsanitize-memory-track-origins", "__msan_init"),
              "coverage": ("-fprofile-instr-generate -fcoverage-mapping", "__llvm_profile_write_file")}
COMMON = "-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
# The compilers, what a library is compiled with, what a fuzzer is linked with, the mark of the engine.
ENGINES = {"libfuzzer": ("clang", "-fsanitize=fuzzer-no-link", "-fsanitize=fuzzer", "FuzzerDriver"),
           "afl": ("afl-clang-fast", "", "/usr/lib/afl/libAFLDriver.a", "__afl_area_ptr")}
FUZZERS = ["calls_256_64", "calls_4_4", "host_16", "host_256", "host_4"]
WRONG = "hier-glance"
BOTH = [(engine, sanitizer) for engine in ENGINES for sanitizer in list(SANITIZERS)[:3]]


def build(out, engine, sanitizer, source="src"):
    passes("tools/deps", "fuzz")
    out.mkdir()
    compiler, compiled, linked, _ = ENGINES[engine]
    flags = f"{COMMON} {SANITIZERS[sanitizer][0]} {compiled}"
    passes(".clusterfuzzlite/build.sh", CC=compiler, CXX=compiler + "++", CFLAGS=flags, CXXFLAGS=flags, SRC=str(out),
           LIB_FUZZING_ENGINE=linked, OUT=str(out), SOURCE=str(source), AFL_QUIET="1", FUZZING_ENGINE=engine)


@pytest.mark.parametrize("engine, sanitizer", [*BOTH, ("libfuzzer", "coverage")])
def test_fuzzers(tmp_path, engine, sanitizer):
    out = tmp_path / "out"
    build(out, engine, sanitizer)
    assert sorted(path.name for path in out.iterdir()) == sorted(
        name + end for name in FUZZERS for end in ("", ".options", "_seed_corpus.zip"))
    for name in FUZZERS:
        symbols = passes("nm", out / name)
        assert SANITIZERS[sanitizer][1] in symbols and ENGINES[engine][3] in symbols
        with zipfile.ZipFile(out / f"{name}_seed_corpus.zip") as seeds:
            seeds.extractall(tmp_path / "seeds")
        if (engine, sanitizer) != ("afl", "memory"):
            passes(out / name, "-runs=0" if engine == "libfuzzer" else next((tmp_path / "seeds").iterdir()),
                   *(tmp_path / "seeds").iterdir(), AFL_QUIET="1", LLVM_PROFILE_FILE=str(tmp_path / "counts"))
            assert sanitizer != "coverage" or (tmp_path / "counts").stat().st_size


@pytest.mark.parametrize("engine, sanitizer", [pair for pair in BOTH if pair != ("afl", "memory")])
def test_each_finds_a_wrong_wheel(tmp_path, engine, sanitizer):
    passes("tools/wrong", "--make", "build/oss-fuzz/wrong", WRONG)
    out, found = tmp_path / "out", tmp_path / "found"
    build(out, engine, sanitizer, ROOT / "build/oss-fuzz/wrong/src")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds/zeros").write_bytes(bytes(256))
    if engine == "libfuzzer":
        done = run(out / "calls_256_64", "-max_total_time=60", "-max_len=256", f"-artifact_prefix={found}-",
                   tmp_path / "seeds")
        assert done.code and "# got" in done.output
    else:
        passes("afl-fuzz", "-i", tmp_path / "seeds", "-o", found, "-V", "60", "-m", "none", "-G", "256", "--",
               out / "calls_256_64", AFL_NO_UI="1", AFL_SKIP_CPUFREQ="1", AFL_BENCH_UNTIL_CRASH="1",
               AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1")
        assert list(found.glob("default/crashes/id*"))
