# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A C++ program, old or new, can include each header of src/: no name is a keyword there, and each public function has the
name that the C compiler gives it."""
from proofs.wp import frama_c, units
from proofs.wp.refuse.subset import inside


STANDARDS = ["c++11", "c++20"]


def header_faults(header, public, standard):
    """A header as a C++ compiler reads it: (function, fault)."""
    try:
        tree = frama_c.tree_of(["-Isrc", header], f"{header} -std={standard}", standard)
    except RuntimeError as error:
        yield "", str(error)
        return
    seen = {node["name"]: node.get("mangledName") for node in inside(tree) if node.get("kind") == "FunctionDecl"}
    for name in sorted(public):
        if seen.get(name) != name:
            yield name, f"in C++ it is {seen.get(name, 'not declared')}"


def faults():
    headers = {unit.removesuffix(".c") + ".h": units.public_of(unit) for unit, _ in units.COMPILED}
    headers |= {header: set() for header, _ in units.HEADERS}
    for header, public in headers.items():
        for standard in STANDARDS:
            yield from header_faults(header, public, standard)
