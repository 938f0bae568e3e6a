# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A part of a long run: --shard K/N. Each of N machines takes one part, and tools/join makes one verdict of them."""
import argparse
import re


def given(text):
    """K and N of K/N."""
    numbers = [*map(int, re.fullmatch(r"(\d+)/(\d+)", text).groups())] if re.fullmatch(r"\d+/\d+", text) else [0, 0]
    if 1 <= numbers[0] <= numbers[1]:
        return numbers
    raise argparse.ArgumentTypeError("write a part as 2/4: from 1/4 to 4/4")


def option(parser):
    parser.add_argument("--shard", type=given, metavar="K/N", help="only part K of N parts of about equal length; "
                        "tools/join makes one verdict of their reports")


def part(shard, items, load=lambda item: 1):
    """Part K of N, in the order of the items; all of them without a shard. Each item goes where least is to be done,
    the longest first: every machine that has the same items finds the same parts."""
    loads, mine = [0] * (shard[1] if shard else 1), set()
    for item in sorted(items, key=load, reverse=True):
        least = loads.index(min(loads))
        loads[least] += load(item)
        mine |= {id(item)} if not shard or least == shard[0] - 1 else set()
    return [item for item in items if id(item) in mine]


def named(name, shard):
    """The name of a report, or of that of a part of it."""
    return name.replace(".json", f"-{shard[0]}-of-{shard[1]}.json") if shard else name
