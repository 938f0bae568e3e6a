# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the parts of docs/museum.md that come from tests/museum/exhibits.toml: those between <!-- begin --> and <!-- end -->.

  tests/museum/page [--check]

--check compares instead of writing."""
import collections
import itertools
import re
import sys

from tests.museum import museum
from spec.vectors import histories
from tools.flags import flags

PAGE = museum.ROOT / "docs" / "museum.md"
# The sections, and the kinds of fault that belong there: the first that an exhibit names counts.
SECTIONS = [("Early", ["early", "cascade"]), ("Late", ["late"]), ("Lost", ["lost"]),
            ("Stop and start within a tick", ["stop race in same tick", "twice"]), ("Order", ["order"]), ("Rollover", ["rollover"]),
            ("Clock backwards", ["clock backwards"]), ("Next", ["wrong next", "missed wake-up"]),
            ("Unbounded work", ["unbounded work"]), ("Undefined behaviour", ["overflow"]), ("Other timers", ["frame"])]


def tick(text):
    """Large ticks in hexadecimal."""
    return re.sub(r"\d+", lambda m: f"0x{int(m[0]):08X}" if int(m[0]) >= 2**24 else m[0], text)


def called(call):
    """init 1 0 -> init(1, 0); an unbounded budget goes without saying."""
    name, *numbers = call.text.split()
    if name == "advance":
        numbers = numbers[:1] + ([f"budget {numbers[1]}"] if int(numbers[1]) < 2**32 - 1 else [])
    return f"{name}({', '.join(map(tick, numbers))})"


def answered(call):
    return tick(f"{call.answer} @{call.clock}")


def shown(item):
    """The history to the first wrong answer; answers where they are more than OK, and long runs of one call cut short."""
    *before, last = museum.history_of(item).calls[:item.wrong["call"]]
    words = []
    for name, run in itertools.groupby(before, lambda call: call.text.split()[0]):
        texts = [called(call) + (f" = {answered(call)}" if call.answer != "OK" else "") for call in run]
        words += texts if len(texts) < 4 else [texts[0], "...", texts[-1]]
    return "; ".join([*words, called(last)]), answered(last)


def project(item):
    return f"{item.project}, {item.year}" if item.year else item.project


def link(address):
    """A link as it was found, by a short name."""
    short = re.sub(r"^https?://(www\.)?|[?#].*", "", address).removeprefix("github.com/")
    short = re.sub(r"/blob/\w+/.*/", "/", short) if "/blob/" in short else short
    return f"[{short if len(short) < 60 else short.split('/')[0]}]({address})"


def excluded(item):
    """The theorem and the clause, and how that is known."""
    goal = museum.results().get(item.name, {}).get("wp", {}).get("by", "")
    what = f"requirement {item.clause}" if item.clause.startswith("R-") else f"clause `{item.clause}`"
    how = f"WP refuses the patch at `{goal}`." if goal else \
        f"WP should refuse the patch at `{museum.head_of(item)['wp'].split()[2]}`, which has not been run."
    reading = "" if item.clause.split("/")[-1] in goal else " (by reading)"
    return f"{' and '.join(item.theorem.split())}, {what}{reading}. {how}"


def best(items):
    yield "| | project, year | what happened | theorem | history, to the first wrong answer | right | with the bug |"
    yield "|---|---|---|---|---|---|---|"
    for item in sorted((item for item in items if item.best), key=lambda item: item.best):
        history, right = shown(item)
        yield f"| {item.best} | [{item.project}](#{item.name}), {item.year} | {item.symptom} | {' '.join(item.theorem.split())} | " \
            f"`{history}` | `{right}` | `{tick(item.wrong['answer'])}` |"


def entry(item):
    """An exhibit, in five lines."""
    history, right = shown(item)
    grade = f"; rank {item.best}" if item.best else ""
    how = {"same": "The patch has the mechanism of the original.", "analogy": "**By analogy**: the patch shows the same fault by other means."}
    yield from (f"### `{item.name}`", "")
    yield from (f"{project(item)}: {item.kind}{grade}. Grade {item.grade}. {', '.join(map(link, item.links))}", "")
    yield f"- What happened: {item.symptom}"
    yield f"- Cause: {item.cause}"
    yield f"- History, {museum.PLAYED[item.wheel]} {item.geometry}: `{history}` must be `{right}`. " \
        f"With the bug: `{tick(item.wrong['answer'])}`."
    yield f"- Excluded by {excluded(item)} {how[item.mechanism]} {item.note}".rstrip()
    yield ""


def exhibits(items):
    for title, kinds in SECTIONS:
        mine = [item for item in items if item.wheel and item.kind.split(", ")[0] in kinds]
        yield from (f"## {title}", "", *(line for item in mine for line in entry(item)))


def vectors(items):
    for item in items:
        if not item.wheel:
            names = [entry.name for entry in histories.TABLE if item.name in entry.catches.split()]
            yield from (f"### `{item.name}`", "", f"{project(item)}: {item.kind}. {', '.join(map(link, item.links))}", "")
            yield f"- What happened: {item.symptom}"
            yield f"- Cause: {item.cause} {item.note}".rstrip()
            theorem = f"Excluded by {' and '.join(item.theorem.split())}, by reading." if item.theorem else "No theorem excludes it."
            yield f"- Vectors: {', '.join(f'`{name}`' for name in dict.fromkeys(names))}. {theorem}"
            yield ""


def counts(items):
    played = [item for item in items if item.wheel]
    theorems = collections.Counter(word for item in played for word in item.theorem.split())
    order = sorted(theorems, key=lambda name: int(name[1:]))
    yield f"- {len(played)} exhibits have a history and a patch; {len(items) - len(played)} more have vectors alone."
    yield f"- {sum(item.mechanism == 'same' for item in played)} patches have the mechanism of the original; " \
        f"{sum(item.mechanism == 'analogy' for item in played)} are by analogy."
    yield f"- {sum(item.grade == 'A' for item in played)} are of grade A, {sum(item.grade == 'B' for item in played)} of grade B."
    yield f"- By theorem: {', '.join(f'{name} {theorems[name]}' for name in order)}. T9 stands behind all: the right answers are those of a " \
        "sorted list. T10 has no exhibit: no such bug was found."


def engines(items):
    results = museum.results()
    if not results:
        yield "- **History**: asked of every patch. Each history shows its bug, at the call and with the answer that the page tells."
        yield f"- **{', '.join(label for label, _ in museum.ENGINES.values())}**: not asked of any patch yet. So no goal above has been seen to " \
            "fail, and no time to find a bug is known. `tests/museum/run --update` asks them, and fills a table here."
        return
    yield from (f"| exhibit | history | {' | '.join(label for label, _ in museum.ENGINES.values())} |", "|---" * (len(museum.ENGINES) + 2) + "|")
    for item in items:
        if item.wheel:
            yield f"| `{item.name}` | yes | {' | '.join(museum.cell(results.get(item.name, {}), name) for name in museum.ENGINES)} |"
    yield from ("", f"Asked on {'; '.join(sorted({found['of'] for row in results.values() for found in row.values()}))}. "
                "CBMC runs the quick proofs on small wheels. "
                "With `--soon`, CVC4 has 300,000 steps for a goal that these prove in `src/`; any other goal has the steps of `make prove`.")


def written(text, items):
    for part in (best, exhibits, vectors, counts, engines):
        pattern = re.compile(rf"(<!-- begin {part.__name__} -->\n).*?(<!-- end {part.__name__} -->)", re.DOTALL)
        if not pattern.search(text):
            sys.exit(f"docs/museum.md: give it the lines <!-- begin {part.__name__} --> and <!-- end {part.__name__} -->")
        lines = "\n".join(part(items)).rstrip("\n")
        text = pattern.sub(lambda m, lines=lines: f"{m[1]}{lines}\n{m[2]}", text)
    return text


def main():
    check = flags(__doc__, "--check")
    items = list(museum.exhibits().values())
    for item in items:
        if item.wheel and not any(item.kind.split(", ")[0] in kinds for _, kinds in SECTIONS):
            sys.exit(f"exhibits.toml: {item.name}: begin its class with one of {', '.join(k for _, kinds in SECTIONS for k in kinds)}")
    text = PAGE.read_text(encoding="utf-8")
    current = written(text, items)
    if not check:
        PAGE.write_text(current, encoding="utf-8")
    elif current != text:
        sys.exit("docs/museum.md differs from exhibits.toml: run tests/museum/page")
    print(f"{len(items)} exhibits, {sum(bool(item.wheel) for item in items)} with a history and a patch")


if __name__ == "__main__":
    main()
