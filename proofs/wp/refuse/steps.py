# SPDX-License-Identifier: Apache-2.0 OR MIT
"""T7 in steps: each loop of src/ begins by counting a step. The count changes in two ways alone: so, and a public
function with loops may begin at 0."""
import re

from proofs.wp import printed
from proofs.wp.refuse.subset import callee, definitions, inside

FUNCTION = re.compile(r"^(\w[^;{}]*?\b(\w+)\([^;{}]*)\{\n(.*?)^\}", re.M | re.S)
LOOP = re.compile(r"\b(?:for|while|do)\b")
# In the text: the count is the first thing in the body of a loop, or of a function.
STEP = re.compile(r"^ +(?:for|while) \(.*\) \{\n +/\*@ ghost tw_steps\+\+; \*/$", re.M)
START = re.compile(r" +/\*@ ghost tw_steps = 0; \*/$", re.M)
# As Frama-C prints it: the two ways, the places that only read the count, and any place that names it.
COUNTED = "/*@ ghost tw_steps ++; */"
BEGUN = "/*@ ghost tw_steps = (uint64_t)0; */"
READ = re.compile(r"/\*@(?!\s*ghost\b).*?\*/|/@.*?@/", re.S)


def loops_of(body):
    return sum(node.get("kind") in ("ForStmt", "WhileStmt", "DoStmt") for node in inside(body))


def text_faults(text):
    """(function, fault) of a file's text."""
    text = re.sub(r"/\*(?!@).*?\*/", " ", text.replace("\\\n", ""), flags=re.S)
    for header, name, body in FUNCTION.findall(text):
        loops = len(LOOP.findall(re.sub(r"/\*.*?\*/", "", body, flags=re.S)))
        if len(STEP.findall(body)) != loops:
            yield name, "a loop that does not begin, after a head of one line, by counting a step"
        if re.search(r"tw_steps\s*=(?!=)", re.sub(READ, " ", body)) and (header.startswith("static") or not START.match(body)):
            yield name, "begins the count, and is not public, or not at its beginning"


def printed_faults(text, tree):
    """(function, fault) of a unit as Frama-C prints it, beside clang's tree of it."""
    bodies = definitions(tree)
    begins = set()
    for item in printed.items(text):
        body = item.body or (item.head if item.is_ghost else "")
        named = len(re.findall(r"\btw_steps\b", READ.sub(" ", body)))
        counted, begun = body.count(COUNTED), body.count(BEGUN)
        if item.is_ghost:
            if named and "uint64_t tw_steps;" not in body:
                yield item.name, "ghost code that names the count of steps"
        elif named != counted + begun:
            yield item.name, "changes or hands on the count of steps in another way"
        elif item.name in bodies and item.body and counted != loops_of(bodies[item.name]):
            yield item.name, f"{loops_of(bodies[item.name])} loops, {counted} counted"
        elif begun > 1:
            yield item.name, "begins the count more than once"
        begins |= {item.name} if begun else set()
    for name, body in bodies.items():
        for other in sorted({callee(n) for n in inside(body) if n.get("kind") == "CallExpr"} & begins):
            yield name, f"calls {other}, which begins the count"
