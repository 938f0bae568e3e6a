# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fetches axe-core, the accessibility checker of tools/web, once: by npm, one version, one sum. No page contains it."""
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tarfile

VERSION = "4.10.3"
SHA512 = ("5e6edba515e70d25f6604d9815f064d859c5d1ea7ab661bbc4f87c88779ef0c2"
          "1cae0abbeb636471ef39e9d62d2582e4b88a1866f19f4ecfcf6d986275e4dc12")
FOLDER = pathlib.Path(__file__).resolve().parents[1] / "build" / "axe"
PACKAGE = FOLDER / f"axe-core-{VERSION}.tgz"


def source():
    """The checker, as a script. Nothing if there is neither the package nor npm: Debian 12 installs without npm."""
    if not PACKAGE.exists():
        if not shutil.which("npm"):
            return ""
        FOLDER.mkdir(parents=True, exist_ok=True)
        pack = ["npm", "pack", "--silent", f"axe-core@{VERSION}"]
        subprocess.run(pack, cwd=FOLDER, check=False, capture_output=True)
    if not PACKAGE.exists():
        sys.exit(f"tools/web: npm cannot fetch axe-core: check the network, or put {PACKAGE.name} into build/axe.")
    if hashlib.sha512(PACKAGE.read_bytes()).hexdigest() != SHA512:
        sys.exit(f"tools/web: build/axe/{PACKAGE.name} is not what was published: remove it.")
    with tarfile.open(PACKAGE) as package:
        return package.extractfile("package/axe.min.js").read().decode()
