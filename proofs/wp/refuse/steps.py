# SPDX-License-Identifier: Apache-2.0 OR MIT
"""T7 in steps: each loop of src/ begins by counting a step. T7 in jumps: each write to a wheel's clock follows the count
of a jump, but for that of init. The counts change in two ways alone: so, and a public function may begin at 0."""
import re

from proofs.wp import printed
from proofs.wp.refuse.effects import assigns
from proofs.wp.refuse.subset import bare, callee, definitions, inside

FUNCTION = re.compile(r"^(\w[^;{}]*?\b(\w+)\([^;{}]*)\{\n(.*?)^\}", re.M | re.S)
LOOP = re.compile(r"\b(?:for|while|do)\b")
# In the text: the count is the first thing in the body of a loop, or of a function. A head has one line and no brace.
STEP = re.compile(r"^ +(?:for|while) \((?:[^(){}\n]|\((?:[^(){}\n]|\([^(){}\n]*\))*\))*\) \{\n +/\*@ ghost tw_steps\+\+; \*/$", re.M)
COUNT = "/*@ ghost tw_steps++; */"
BEGIN = re.compile(r"\btw_(?:steps|jumps)\s*=(?!=)")
# Frama-C and this file must agree on what an annotation is: these begin one, and nothing else that begins so is there.
ANNOTATION = re.compile(r"/\*@(?=[ \n])")
START = re.compile(r" +/\*@ ghost tw_steps = 0; \*/(?:\n +/\*@ ghost tw_jumps = 0; \*/)?$", re.M)
# As Frama-C prints it: the two ways, the places that only read the count, and any place that names it.
COUNTED = "/*@ ghost {} ++; */"
BEGUN = "/*@ ghost {} = (uint64_t)0; */"
# Between the two, at most the call whose result is written.
JUMP = re.compile(r"/\*@ ghost tw_jumps \+\+; \*/\s*(?:\w+ = \w+\([^;]*\);\s*)?\w+->now = ")
# No call of a wheel comes to what they write: they begin the count, and so nothing calls them.
FIRST = {"tw_hier_init", "tw_hashed_init"}
READ = re.compile(r"/\*@(?!\s*ghost\b).*?\*/|/@.*?@/", re.S)


def loops_of(_name, body):
    return sum(node.get("kind") in ("ForStmt", "WhileStmt", "DoStmt") for node in inside(body))


def jumps_of(name, body):
    """The writes to a clock."""
    written = [bare(node["inner"][0]) for node in inside(body) if assigns(node)]
    return 0 if name in FIRST else sum(place.get("kind") == "MemberExpr" and place["name"] == "now" for place in written)


def text_faults(text):
    """(function, fault) of a file's text."""
    text = re.sub(r"/\*(?!@).*?\*/", " ", text.replace("\\\n", ""), flags=re.S)
    if text.count("/*@") != len(ANNOTATION.findall(text)):
        yield "any", "an annotation that does not begin with `/*@` and a blank"
    begun = 0
    for header, name, body in FUNCTION.findall(text):
        loops = len(LOOP.findall(re.sub(r"/\*.*?\*/", "", body, flags=re.S)))
        if len(STEP.findall(body)) != loops:
            yield name, "a loop that does not begin, after a head of one line, by counting a step"
        if BEGIN.search(re.sub(READ, " ", body)) and (header.startswith("static") or not START.match(body)):
            yield name, "begins the count, and is not public, or not at its beginning"
        begun += len(BEGIN.findall(re.sub(READ, " ", body)))
    # The same of the whole text, wherever this file believes that a function ends.
    code = re.sub(r"/\*.*?\*/", lambda match: match[0] if match[0] == COUNT else " ", text, flags=re.S)
    if len(STEP.findall(code)) != len(LOOP.findall(code.replace(COUNT, ""))):
        yield "any", "a loop that does not begin, after a head of one line, by counting a step"
    if len(BEGIN.findall(re.sub(READ, " ", text))) != begun:
        yield "any", "begins the count where no function is seen"


def printed_faults(text, tree):
    """(function, fault) of a unit as Frama-C prints it, beside clang's tree of it."""
    bodies = definitions(tree)
    begins = set()
    for item in printed.items(text):
        body = item.body or (item.head if item.is_ghost else "")
        for count, wanted, what in (("tw_steps", loops_of, "loops"), ("tw_jumps", jumps_of, "jumps")):
            named = len(re.findall(rf"\b{count}\b", READ.sub(" ", body)))
            counted, begun = body.count(COUNTED.format(count)), body.count(BEGUN.format(count))
            want = wanted(item.name, bodies[item.name]) if item.name in bodies and item.body else counted
            if item.is_ghost:
                if named and f"uint64_t {count};" not in body:
                    yield item.name, f"ghost code that names the count of {what}"
            elif named != counted + begun:
                yield item.name, f"changes or hands on the count of {what} in another way"
            elif counted != want or (what == "jumps" and len(JUMP.findall(body)) != want):
                yield item.name, f"{want} {what}, {counted} counted"
            elif begun > 1:
                yield item.name, f"begins the count of {what} more than once"
            begins |= {item.name} if begun else set()
    for name, body in bodies.items():
        for other in sorted({callee(n) for n in inside(body) if n.get("kind") == "CallExpr"} & begins):
            yield name, f"calls {other}, which begins the count"
