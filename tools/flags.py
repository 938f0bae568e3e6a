# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The flags of a command that takes nothing else. argparse reads the words of the others."""
import sys


def flags(text, *known):
    """The flags that were given. --help prints the command's text; a word that is not known ends the command."""
    given = sys.argv[1:]
    if "--help" in given:
        print(text)
        sys.exit(0)
    if unknown := [word for word in given if word not in known]:
        sys.exit(f"{sys.argv[0]}: it takes {', '.join(known) or 'no options'}, not {' '.join(unknown)}; --help tells more")
    return given
