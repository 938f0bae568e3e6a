# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of the histories, in the order of the files of vectors."""
import collections

ALL = 2**32 - 1
TABLE = []
Entry = collections.namedtuple("Entry", "name reason shows catches kinds faces play")
WHEELS, EVERY = ("hier", "hashed"), ("any",)


def history(reason, shows, catches="", kinds=EVERY, faces=("4", "16", "256", "16x8")):
    def enter(play):
        TABLE.append(Entry(play.__name__.replace("_", "-"), reason, shows, catches, kinds, faces, play))
        return play
    return enter
