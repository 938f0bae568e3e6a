# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the page and its workshop: src/ as WebAssembly, index.html and workshop.html with everything in them.

In build/web the links to pages and clauses lead into this tree. In the site of tools/site PATH is project/PATH, and
PATH.md a page PATH.html. {version} is what tools/version prints.

Writes build/web/index.html and workshop.html, and build/web/*.wasm as they are in them."""
import base64
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from proofs.wrong import museum
from proofs.wrong.wheels import named
from tools.calls import CALLS, STATUSES

ROOT = pathlib.Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
OUT = ROOT / "build" / "web"
CLANG = os.environ.get("CLANG", "clang")
KINDS = ["hier 256", "hier 16", "hier 4", "hashed 256.4096", "hashed 256.64", "hashed 16.64"]
FLAGS = "--target=wasm32 -std=c11 -O2 -ffreestanding -fno-builtin -nostdlib -Wall -Wextra -Werror".split()
LINK = ["-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--gc-sections", "-Wl,-z,stack-size=8192"]
PAGES_MAX = 350_000
UNTOUCHED, UNBOUNDED = str(0xDEADBEEF), 0xFFFFFFFF


def defines(kind):
    wheel, geometry = kind.split()
    radix, _, slots = geometry.partition(".")
    return [f"-DWHEEL={wheel}", f"-DTW_RADIX={radix}", f"-DTW_HASHED_SLOTS={slots or '64'}"]


def number_in(text):
    """A number in a text that is no name of a ring, a timer, a clause or a constant."""
    names = r"\{[^}]*\}|<[^>]*>|\b(ring|level|[Tt]imers?) \d(, \d)*( and \d)?\b|\b[IT]\d+\b|\b[A-Za-z_]+_\d\b"
    found = re.search(r"\d+", re.sub(names, "", text))
    return found[0] if found else ""


def stories(file="stories"):
    """The stories of a file. No number is written in their prose: it says which answer or clock of the run it means."""
    found = []
    for line in (WEB / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("story "):
            name, kind, fault, title = (part.strip() for part in line[6:].split("|"))
            found.append({"name": name, "kind": kind, "fault": fault, "title": title})
            found[-1].update(text="", attempt="", calls=[])
        elif line.startswith("?"):
            found[-1]["attempt"] = line[2:]
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


def plays(item):
    """Where the pages play an exhibit: each a title and an address, from the folder of the pages."""
    for file, address in (("scenes", "index.html#scene-"), ("stories", "workshop.html#")):
        for story in stories(file):
            if story["fault"] == item.name:
                yield "Play it on both wheels", address + story["name"].removesuffix("-wrong")
    if f"{item.wheel} {item.geometry}" in KINDS:
        calls = ";".join(call.text.replace(" ", "+") for call in item.history.calls[:item.wrong[0]])
        yield "Play it on the right wheel", f"workshop.html#{item.wheel}_{item.geometry}/{calls}"


def exhibit_text(name):
    """What the museum says of the bug that a scene shows."""
    item = museum.exhibit(name)
    links = [f'<a data-source="docs/museum.md#{item.name}" href="#">the museum</a>']
    for link in item.links:
        project, _, number = link.split("/")[-3:]
        links.append(f'<a href="{link}">{project} #{number}</a>')
    return (f"{item.project}, {item.year}. {item.symptom} {item.cause}\n\n"
            f'<span class="read">Read more: {" ".join(links)}</span>')


def sources(folder, fault):
    """The folder of src/ to compile: as it is, or a copy that is a wrong wheel."""
    return ROOT / "src" if fault == "-" else named([fault], "tools/web")[0].copy(folder / "wrong") / "src"


def compile_to(target, kind, fault, flags, source, compiler=CLANG):
    with tempfile.TemporaryDirectory() as folder:
        src = sources(pathlib.Path(folder), fault)
        wheel = kind.split()[0]
        command = [compiler, *flags, f"-I{src}", f"-I{ROOT / 'spec'}", f"-I{ROOT / 'tests'}", *defines(kind), source,
                   src / f"tw_{wheel}.c", ROOT / "spec" / "oracle.c", "-o", target]
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


def modules(shown, kinds):
    """The modules that these stories need, and those of these kinds; base64."""
    found = {}
    needed = [(kind, "-") for kind in kinds] + sorted((story["kind"], story["fault"]) for story in shown)
    for kind, fault in dict.fromkeys(needed):
        name = kind if fault == "-" else f"{kind} {fault}"
        target = OUT / f"{name.replace(' ', '-')}.wasm"
        compile_to(target, kind, fault, FLAGS + LINK, WEB / "wheel.c")
        found[name] = base64.b64encode(target.read_bytes()).decode()
    return found


def page_of(name, parts):
    """A page with its files and parts in it."""
    page = (WEB / f"{name}.html").read_text(encoding="utf-8")
    part = lambda m: json.dumps(parts[m[1]]) if m[1] in parts else (WEB / m[1]).read_text(encoding="utf-8")
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


def write(site=None):
    """Writes both pages to build/web, or for the site into that folder."""
    OUT.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([ROOT / "tools" / "version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    source = ("project/", (("README.md", "index.html"), (".md", ".html"))) if site else ("../../", ())
    sizes = []
    for name, file, kinds in (("index", "scenes", []), ("workshop", "stories", KINDS)):
        shown = stories(file)
        calls = [(call, answer, operands) for call, (operands, answer) in CALLS.items()]
        parts = {"modules": modules(shown, kinds), file: shown, "source": source, "statuses": STATUSES, "calls": calls}
        page = linked(page_of(name, parts), source, site).replace("{version}", version)
        ((site or OUT) / f"{name}.html").write_text(page, encoding="utf-8")
        sizes.append(len(page.encode()))
    print(f"{site or 'build/web'}: index.html {sizes[0]} bytes, workshop.html {sizes[1]} bytes")
    if sum(sizes) > PAGES_MAX:
        sys.exit(f"tools/web: {PAGES_MAX} bytes allowed")

