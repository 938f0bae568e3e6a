# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the page, its workshop and its museum: src/ as WebAssembly, and pages with everything in them.

In build/web the links to pages and clauses lead into this tree. In the site of tools/site PATH is project/PATH, and
PATH.md a page PATH.html. {version} is what tools/version prints.

Writes build/web/index.html, workshop.html, museum.html and preview.png, and build/web/*.wasm as they are in them."""
import base64
import functools
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import zlib

from proofs.wrong import museum
from proofs.wrong.wheels import named
from tools.sources import CALLS, STATUSES

ROOT = pathlib.Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
OUT = ROOT / "build" / "web"
CLANG = os.environ.get("CLANG", "clang")
KINDS = ["hier 256", "hier 16", "hier 4", "hashed 256.4096", "hashed 256.64", "hashed 16.64"]
FLAGS = "--target=wasm32 -std=c11 -O2 -ffreestanding -fno-builtin -nostdlib".split()
WARNINGS = "-Wall -Wextra -Werror".split()
LINK = ["-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--gc-sections", "-Wl,-z,stack-size=8192"]
PAGE_MAX = 150_000
UNTOUCHED, UNBOUNDED = str(0xDEADBEEF), 0xFFFFFFFF


def defines(kind):
    wheel, geometry = kind.split()
    if wheel == "race":
        return ["-DTW_RADIX=16"]
    radix, _, slots = geometry.partition(".")
    return [f"-DWHEEL={wheel}", f"-DTW_RADIX={radix}", f"-DTW_HASHED_SLOTS={slots or '64'}"]


def number_in(text):
    """A number in a text that is no name of a ring, a timer, a clause or a constant."""
    names = (r"\{[^}]*\}|<code>.*?</code>|<[^>]*>|\b(level|[Tt]imers?) \d(, \d)*( and \d)?\b|"
             r"\b[A-Z]+\d+\b|\b[A-Za-z_]+_\d\b")
    found = re.search(r"\d+", re.sub(names, "", text))
    return found[0] if found else ""


def code_of(name):
    """A function of the pseudo-code without comments, or a clause of src/tw_hier.h."""
    if "/" in name:
        call, behavior, _ = name.split("/")
        text = museum.clause_of("hier", name).replace("; ensures", ";\n  ensures")
        return f"tw_hier_{call}, behavior {behavior}:\n  {text}"
    kind, function = name.split(".")
    wheels = (ROOT / "spec" / "wheels.py").read_text(encoding="utf-8")
    found = re.search(rf"^class {kind}\b.*?\n(    def {function}\(.*?)\n(?=    def |\n|\Z)", wheels, re.DOTALL | re.M)
    return re.sub(" *#.*", "", textwrap.dedent(found[1])).strip()


def stories(file="stories"):
    """The stories of a file. No number is written in their prose: it says which answer or clock of the run it means."""
    found = []
    for line in (WEB / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("story "):
            name, kind, fault, title = (part.strip() for part in line[6:].split("|"))
            found.append({"name": name, "kind": kind, "fault": fault, "title": title})
            found[-1].update(text="", attempt="", caption="", code=[], calls=[])
        elif line.startswith(("?", "=")):
            found[-1]["attempt" if line[0] == "?" else "caption"] = line[2:]
        elif line.startswith("code "):
            found[-1]["code"] = [code_of(name) for name in line.split()[1:]]
        elif line.startswith(">"):
            found[-1]["text"] += f"{line[2:]} " if line[2:] else "\n\n"
        elif line and not line.startswith("#"):
            found[-1]["calls"].append(line)
    for story in found:
        for name in ("title", "text", "attempt"):
            if number := number_in(story[name]):
                sys.exit(f"web/{file}: {story['name']}: write {number} as what the run gives: {{clock 2}}")
        story["text"] = re.sub(" *\n\n", "\n\n", story["text"]).strip()
        story["text"] = re.sub(r"\{museum (\S+)\}", lambda m: exhibit_text(m[1]), story["text"])
    return found


def exhibit_text(name):
    """What the museum says of the bug that a scene shows."""
    item = museum.exhibit(name)
    first = item.theorem.split()[0]
    links = [f'<a href="museum.html#{item.name}">this bug and others, played</a>',
             f'<a data-source="spec/README.md#{first}" href="#">theorem {first} excludes it</a>']
    for link in item.links:
        project, _, number = link.split("/")[-3:]
        links.append(f'<a href="{link}">{project} #{number}</a>')
    return (f"{item.project}, {item.year}. {item.symptom} {item.cause}\n\n"
            f'<span class="read">Read more: {" ".join(links)}</span>')


def compile_to(target, kind, fault, flags, source, compiler=CLANG):
    inputs = [path for part in ("web/*.c", "web/build.py", "src/*", "spec/oracle*", "tests/bench/*.[ch]",
                                "tests/calls.h", "proofs/wrong/*.txt") for path in ROOT.glob(part)]
    if target.exists() and target.stat().st_mtime > max(path.stat().st_mtime for path in inputs):
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = ROOT if fault == "-" else named([fault], "tools/web")[0].copy(pathlib.Path(folder) / "wrong")
        wheel = [tree / "src" / f"tw_{kind.split()[0]}.c", tree / "spec" / "oracle.c"] * (not kind.startswith("race"))
        command = [compiler, *flags, f"-I{tree / 'src'}", f"-I{tree / 'spec'}", f"-I{ROOT / 'tests'}", *defines(kind),
                   source, *wheel, "-o", target]
        try:
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        except OSError as error:
            sys.exit(f"tools/web: {compiler} does not run ({error.strerror}): call tools/deps web, or set CLANG, CC.")
        if done.returncode and "wasm-ld" in done.stderr:
            sys.exit(f"tools/web: {compiler} finds no linker for WebAssembly: install its lld, or set CLANG.")
        sys.stderr.write(done.stderr)
        if done.returncode:
            sys.exit(f"tools/web: {compiler} does not compile {source.name} for {kind}.")


@functools.lru_cache(maxsize=None)
def player(kind, fault):
    program = OUT / f"replay {kind} {fault}".replace(" ", "-")
    compile_to(program, kind, fault, ["-std=c11", "-O1", f"-I{WEB}"], WEB / "replay.c", os.environ.get("CC", "cc"))
    return program


def replay(story):
    """What the same module, compiled natively, prints for a story: web/replay.c."""
    calls = []
    for line in story["calls"]:
        name, *words = line.replace("unbounded", str(UNBOUNDED)).split()
        calls.append(" ".join([str(list(CALLS).index(name)), *(words + ["0", "0"])[:2]]))
    program = player(story["kind"], story["fault"])
    done = subprocess.run(program, input="\n".join(calls), text=True, capture_output=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def flags_of(kind, fault):
    """What clang gets for a module. In an exhibit, what a sanitizer finds traps, and so does what does not end."""
    if kind.startswith("race"):
        engine = ROOT / "tests" / "bench" / f"{kind.split()[1]}.c"
        counts = "-fsanitize-coverage=func,trace-pc,trace-cmp,trace-stores,no-prune"
        return [f'-DENGINE="{engine}"', "-DBENCH_INLINE", counts]
    if fault == "-":
        return WARNINGS
    item = museum.exhibits().get(fault)
    traps = ["-fsanitize=undefined", "-fsanitize-trap=undefined"] * bool(item and item.sanitizer)
    return ["-w", *traps, *["-DFUEL", "-fsanitize-coverage=bb,trace-pc,no-prune"] * bool(item)]


def modules(names):
    """These modules for machine.js: where each ends, and all of them, deflated and in base64."""
    ends, everything = {}, b""
    for name in dict.fromkeys(names):
        wheel, geometry, *fault = name.split()
        target, kind, fault = OUT / f"{name.replace(' ', '-')}.wasm", f"{wheel} {geometry}", fault[0] if fault else "-"
        source = WEB / ("race.c" if wheel == "race" else "wheel.c")
        compile_to(target, kind, fault, FLAGS + flags_of(kind, fault) + LINK, source)
        everything += target.read_bytes()
        ends[name] = len(everything)
    return {"ends": ends, "all": base64.b64encode(zlib.compress(everything, 9)).decode()}


def exhibit_data():
    """The exhibits that have a history, for player.js, in the order of the theorems that exclude them."""
    items = [item for item in museum.exhibits().values() if item.wheel]
    for item in sorted(items, key=lambda item: [int(word[1:]) for word in item.theorem.split()]):
        told = {key: getattr(item, key) for key in "name project year symptom cause note theorem clause links".split()}
        kind = f"{'hier' if item.wheel == 'list' else item.wheel} {item.geometry}"
        yield {**told, "kind": kind, "fault": item.name, "list": item.wheel == "list", "what": item.kind,
               "same": item.mechanism == "same", "trap": "undefined behaviour" if item.sanitizer else "no answer",
               "goal": item.bug.found["wp"].split()[2], "text": museum.clause_of(item.wheel, item.clause),
               "calls": [call.text for call in item.history.calls]}


def page_of(name, parts):
    """A page with its files and parts in it."""
    page = (WEB / f"{name}.html").read_text(encoding="utf-8")
    part = lambda m: json.dumps(parts[m[1]]) if m[1] in parts else (WEB / m[1]).read_text(encoding="utf-8").strip()
    return re.sub(r"/\*\{([\w.]+)\}\*/", part, page)


def linked(page, source, in_site):
    """Its links to files of the project lead somewhere; those that only a site has go elsewhere."""
    def link(found):
        quote, path, anchor = found.groups()
        for old, new in source[1]:
            path = path.replace(old, new)
        return f"href={quote}{source[0]}{path}{anchor}{quote}"
    page = re.sub(r'data-source=(\\?")([^"#\\]*)([^"\\]*)\1 href=\1#\1', link, page)
    return page.replace(" data-site", "") if in_site else re.sub(r"\n *<li data-site>.*", "", page)


def still(browser, path):
    """Puts into a page what its scripts show first: prose, numbers and figures for those who run no scripts."""
    browser.open(path.as_uri())
    browser.js("typeof Racing === 'undefined' || Racing.table()")
    shown = browser.js("$('page').innerHTML")
    page = path.read_text(encoding="utf-8")
    begin, end = page.index('<div id="page">') + len('<div id="page">'), page.index("</div>\n<script>")
    path.write_text(page[:begin] + shown + page[end:], encoding="utf-8")
    if (size := len(gzip.compress(path.read_bytes()))) > PAGE_MAX:
        sys.exit(f"tools/web: {path} has {size} bytes when compressed: {PAGE_MAX} are allowed")
    print(f"{path}: {size} bytes when compressed")


def write(site=None):
    """Writes the pages to build/web, or for the site into that folder."""
    from web.browser import Browser  # pylint: disable=import-outside-toplevel # tools/museum does without it
    OUT.mkdir(parents=True, exist_ok=True)
    folder = site or OUT
    version = subprocess.run([ROOT / "tools" / "version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    source = ("project/", (("README.md", "index.html"), (".md", ".html"))) if site else ("../../", ())
    scenes, told, exhibits = stories("scenes"), stories(), list(exhibit_data())
    theorems = re.findall(r"<a id=.*?></a>(T\d+) (.*?) \|", (ROOT / "spec/README.md").read_text(encoding="utf-8"))
    labels = re.findall(r'"(\w+/[\w/]*T\d_\w+)"', (WEB / "claims.js").read_text(encoding="utf-8"))
    clauses = {label: [museum.clause_of(wheel, label) for wheel in ("hier", "hashed")] for label in labels}
    parts = {"source": source, "statuses": STATUSES, "scenes": scenes, "stories": told, "exhibits": exhibits,
             "theorems": dict(theorems), "clauses": clauses, "calls": [(it, *row[::-1]) for it, row in CALLS.items()]}
    names = lambda of: sorted({it for s in of for it in (s["kind"], f"{s['kind']} {s['fault']}".removesuffix(" -"))})
    with Browser() as browser:
        browser.look(1280, 900, still=True)
        for name, needed in (("index", ["race sorted", "race heap", "race hier", *names(scenes)]),
                             ("workshop", KINDS + names(told)), ("museum", names(exhibits))):
            page = linked(page_of(name, {**parts, "modules": modules(needed)}), source, site)
            (folder / f"{name}.html").write_text(page.replace("{version}", version), encoding="utf-8")
            still(browser, folder / f"{name}.html")
        browser.look(1200, 630, still=True)
        browser.open((folder / "index.html").as_uri())
        browser.save_screenshot(folder / "preview.png")
