# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes build/dist: the archive of the last commit, its list of parts (SPDX 2.3), the evidence in build/reports, the obligations of
the proof if `make prove OBLIGATIONS=only` has written those of this text, sums.

  ci/dist [FOLDER]      writes only archive and list, into FOLDER

Makes archive and list twice more, in clones in other folders, with another time zone, language and mask of modes. Fails if a
byte differs, or if the tree has changes that are not committed."""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

from tools.tree_id import ids, load

ROOT = pathlib.Path(__file__).resolve().parents[1]
DIST, REPORTS = ROOT / "build" / "dist", ROOT / "build" / "reports"
LICENCE = "Apache-2.0 OR MIT"
# What a run leaves as evidence, where it is there.
EVIDENCE = ["build/reports/*.json", "build/reports/*.csv", "build/reports/*.md", "build/reports/*.xml",
            "build/reports/*.txt", "build/reports/rows/*.json", "build/wp/*.log"]
OBLIGATIONS = ROOT / "build" / "obligations.tar.xz"
PROVED = ("src/", "spec/", "examples/")  # what the obligations are about
OF_TREE = ["verdict.json", "wp.json"]
NEEDED = [*OF_TREE, "figures.json"]


def git(*words):
    return subprocess.run(["git", "-c", "safe.directory=*", "-c", "tar.umask=0022", *words], cwd=ROOT, check=True,
                          capture_output=True).stdout


def digest(data, algorithm="sha256"):
    return hashlib.new(algorithm, data).hexdigest()


def version():
    text = (ROOT / "src" / "tw_geometry.h").read_text(encoding="utf-8")
    return re.search(r'#define TW_VERSION "(.*)"', text)[1]


def packed(tar):
    """gzip without a name or a time."""
    data = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, data, 0) as file:
        file.write(tar)
    return data.getvalue()


def parts(name, tar, date, commit):
    """The list of what is in the archive, as SPDX 2.3."""
    files = []
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        for i, member in enumerate(m for m in archive.getmembers() if m.isfile()):
            data = archive.extractfile(member).read()
            files.append({"SPDXID": f"SPDXRef-File-{i}", "fileName": "./" + member.name.partition("/")[2],
                          "checksums": [{"algorithm": "SHA1", "checksumValue": digest(data, "sha1")},
                                        {"algorithm": "SHA256", "checksumValue": digest(data)}],
                          "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION"})
    code = digest("".join(sorted(f["checksums"][0]["checksumValue"] for f in files)).encode(), "sha1")
    package = {"SPDXID": "SPDXRef-Package", "name": "timingwheel", "versionInfo": version(), "downloadLocation": "NOASSERTION",
               "packageFileName": f"{name}.tar.gz", "filesAnalyzed": True, "packageVerificationCode": {"packageVerificationCodeValue": code},
               "checksums": [{"algorithm": "SHA256", "checksumValue": digest(packed(tar))}], "licenseConcluded": LICENCE,
               "licenseInfoFromFiles": ["NOASSERTION"], "licenseDeclared": LICENCE, "copyrightText": "NOASSERTION",
               "primaryPackagePurpose": "SOURCE", "sourceInfo": f"commit {commit}",
               "comment": "What is compiled into a product is src/ alone. It depends on no other package."}
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-Package"}]
    relations += [{"spdxElementId": "SPDXRef-Package", "relationshipType": "CONTAINS", "relatedSpdxElement": f["SPDXID"]} for f in files]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{commit}",
            "creationInfo": {"created": date, "creators": ["Tool: ci/dist"]},
            "packages": [package], "files": files, "relationships": relations}


def make(folder):
    """The archive of the last commit and its list. Returns their names."""
    commit = git("rev-parse", "HEAD").decode().strip()
    date = subprocess.run(["date", "-u", "-d", "@" + git("log", "-1", "--format=%ct").decode().strip(), "+%Y-%m-%dT%H:%M:%SZ"],
                          check=True, capture_output=True, text=True).stdout.strip()
    name = f"timingwheel-{version()}"
    tar = git("archive", "--format=tar", f"--prefix={name}/", "HEAD")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.tar.gz").write_bytes(packed(tar))
    (folder / f"{name}.spdx.json").write_text(json.dumps(parts(name, tar, date, commit), indent=1) + "\n", encoding="utf-8")
    return [f"{name}.tar.gz", f"{name}.spdx.json"]


def again(names):
    """Makes them in two clones; says what differs."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for clone, zone, mask in (("one", "Pacific/Auckland", 0o077), ("an other/deeper", "America/St_Johns", 0o002)):
            place = pathlib.Path(folder) / clone
            subprocess.run(["git", "-c", "safe.directory=*", "clone", "-q", str(ROOT), str(place)], check=True, umask=mask)
            subprocess.run([sys.executable, "ci/dist", "made"], cwd=place, check=True, umask=mask,
                           env=dict(os.environ, TZ=zone, LC_ALL="C.UTF-8"))
            found += [f"{name}: {clone} has other bytes" for name in names
                      if (place / "made" / name).read_bytes() != (DIST / name).read_bytes()]
    return found


def evidence(name):
    """What the last runs left, in an archive of its own: it tells times, and is made once."""
    files = sorted({path for pattern in EVIDENCE for path in ROOT.glob(pattern)})
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in files:
            info = tarfile.TarInfo(f"{name}/{path.relative_to(ROOT / 'build')}")
            info.size = path.stat().st_size
            info.mode = 0o644
            with path.open("rb") as file:
                archive.addfile(info, file)
    (DIST / f"{name}.tar.gz").write_bytes(packed(data.getvalue()))
    return len(files)


def obligations(name):
    """Takes the obligations along. Says so, or why not."""
    if not OBLIGATIONS.is_file():
        return "no obligations: `make prove OBLIGATIONS=only` has not run"
    try:
        with tarfile.open(OBLIGATIONS) as archive:
            texts = json.load(archive.extractfile("manifest.json"))["texts"]
    except (tarfile.TarError, OSError, EOFError, KeyError, ValueError):
        return "no obligations: build/obligations.tar.xz is damaged; `make prove OBLIGATIONS=only` makes it anew"
    files = git("ls-files", "-z", *PROVED).decode().split("\0")[:-1]
    now = {file: digest((ROOT / file).read_bytes()) for file in files}
    if now != {file: told for file, told in texts.items() if file.startswith(PROVED)}:
        return "no obligations: those in build are of another text; `make prove OBLIGATIONS=only` makes them anew"
    shutil.copyfile(OBLIGATIONS, DIST / f"{name}.tar.xz")
    return "with obligations"


def main():
    if len(sys.argv) > 2 or sys.argv[-1].startswith("-"):
        sys.exit("ci/dist: write a folder, or nothing for build/dist")
    if len(sys.argv) > 1:
        make(pathlib.Path(sys.argv[1]))
        return 0
    if changed := git("status", "--porcelain").decode():
        print(f"FAILED commit these changes first:\n{changed}")
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    names = make(DIST)
    faults = again(names)
    mine = ids()
    others = [f"{name}: not of this tree" for name in OF_TREE if (REPORTS / name).exists() and load(name).get("tree") not in mine]
    files = evidence(f"timingwheel-{version()}-evidence")
    told = obligations(f"timingwheel-{version()}-obligations")
    absent = [name for name in NEEDED if not (REPORTS / name).exists()]
    sums = [f"{digest(path.read_bytes())}  {path.name}\n" for path in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print("".join(sums), end="")
    print(*(f"FAILED {fault}" for fault in faults + others), sep="\n")
    print(f"build/dist: {len(names)} files made three times, {len(faults)} differ; {files} files of evidence; {told}"
          + (f", without {', '.join(absent)}" if absent else ""))
    return 1 if faults or others else 0


if __name__ == "__main__":
    sys.exit(main())
