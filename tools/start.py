# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the commands of this folder share: they find the modules of this tree, and an error of the machine ends in one sentence."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)
sys.dont_write_bytecode = True


def command(main):
    """Runs a command to its exit code."""
    name = f"tools/{pathlib.Path(sys.argv[0]).name}"
    try:
        sys.exit(main())
    except (FileNotFoundError, PermissionError) as error:
        sys.exit(f"{name}: {error.filename}: {error.strerror}: check that it is there, and that you may use it")
    except BrokenPipeError:
        os._exit(1)  # nobody reads what is said
    except KeyboardInterrupt:
        sys.exit(f"{name}: interrupted")
