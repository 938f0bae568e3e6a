# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the commands of this folder share: they find the modules of this tree, and an error of the machine ends in one
sentence."""
import atexit
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
STDOUT = []  # what the standard output was before --json
sys.path[0] = str(ROOT)
sys.dont_write_bytecode = True


def command(main):
    """Runs a command to its exit code. With --json the standard output is its report, and all else goes to stderr."""
    name = f"tools/{pathlib.Path(sys.argv[0]).name}"
    if "--json" in sys.argv:
        sys.argv.remove("--json")
        STDOUT.append(os.dup(1))
        os.dup2(2, 1)
        atexit.register(print_report)
    try:
        sys.exit(main())
    except ModuleNotFoundError as error:
        sys.exit(f"{name}: Python's {error.name} is missing: run tools/deps")
    except (FileNotFoundError, PermissionError) as error:
        sys.exit(f"{name}: {error.filename}: {error.strerror}: check that it is there, and that you may use it")
    except BrokenPipeError:
        os._exit(1)  # nobody reads what is said
    except (RuntimeError, subprocess.TimeoutExpired, OSError) as error:
        sys.exit(f"{name}: {error}")
    except KeyboardInterrupt:
        sys.exit(f"{name}: interrupted")


def print_report():
    """The last report of this run, or null."""
    from tools import tree_id  # pylint: disable=import-outside-toplevel # what has no report has no use for it
    with open(STDOUT[0], "wb") as out:
        out.write(tree_id.SAVED[-1].read_bytes() if tree_id.SAVED else b"null\n")


def needs(*groups):
    """Makes sure that the packages of these groups of tools/packages are installed: tools/deps tells more."""
    if subprocess.run([ROOT / "tools" / "deps", *groups], check=False).returncode:
        sys.exit(1)


def needs_frama_c(groups):
    """As needs. Where Frama-C 25 is not packaged, or PROVE_IN says so, the command runs again in a Debian 12 of its
    own: tools/in-debian-12."""
    if os.environ.get("PROVE_IN") not in (None, "", "here") or not shutil.which("frama-c"):
        name = f"tools/{pathlib.Path(sys.argv[0]).name}"
        more = ["--json"] if STDOUT and os.dup2(STDOUT[0], 1) else []
        os.execv(ROOT / "tools" / "in-debian-12", ["tools/in-debian-12", groups, name, *sys.argv[1:], *more])
    needs(*groups.split())
