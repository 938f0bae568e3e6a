# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fuzzes src/ against the sorted list, with AFL++ or libFuzzer.

  fuzz/run afl [SECONDS]         two instances at a time, the second with sanitizers
  fuzz/run libfuzzer [SECONDS]   the same with libFuzzer
  fuzz/run wide [SECONDS]        examples/tw_wide.h against its list, with AFL++: one radix after another
  fuzz/run repro INPUT [--c]     prints an input's calls with expected and actual answers; --c: as C
  fuzz/run vector INPUT WHEEL GEOMETRY   prints an input as a vector, on hier or hashed
  fuzz/run seed TRACE FILE       writes an input for a call history, as near as its bytes allow
  fuzz/run replay                runs fuzz/corpus, measures its coverage of src/
  fuzz/run selftest [BUG...]     seeds the bugs of fuzz/bugs, one at a time: both engines must find each, by
                                 an input with which `make replay` finds a difference too
  fuzz/run mutant SRC [SECONDS]  tells another src/ from this one, by the corpus or a short run of libFuzzer
  fuzz/run corpus [FOLDER...]    makes a new fuzz/corpus: the fewest inputs of it and of the folders with the same coverage

Fails if anything is found, or in a self test, if anything is not. Writes build/reports/fuzz*.json."""
import sys

from fuzz.builds import BUILD
from fuzz.campaign import fuzz, wide
from fuzz.corpus import remake, replay
from fuzz.inputs import repro, seed, vector
from fuzz.selftest import mutant, selftest


def main(args):
    commands = {"afl": lambda s="60": fuzz("afl", int(s)), "libfuzzer": lambda s="60": fuzz("libfuzzer", int(s)),
                "wide": lambda s="60": wide(int(s)),
                "repro": repro, "vector": vector, "seed": seed, "replay": replay, "corpus": remake, "selftest": selftest, "mutant": mutant}
    if not args or args[0] not in commands:
        print(__doc__)
        return 2
    BUILD.mkdir(parents=True, exist_ok=True)
    return commands[args[0]](*args[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
