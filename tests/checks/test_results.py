# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tools/results: a row that failed is a failed case, and its lines that name a place are findings there."""
import json
import shutil
import xml.etree.ElementTree as xml

from shared import ROOT, passes

SAID = """FAULT src/tw_hier.c 256: not proved: tw_stop_ensures (src/tw_hier.c:412): CVC4 Unknown
       | src/tw_hashed.c:17:5: warning: unused variable <x> [-Wunused-variable]
    assertion x (src/gone.c:33, tw_stop.assertion.1)
"""


def test_results(tmp_path):
    for folder in ("tools", "src"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    reports = tmp_path / "build/reports"
    (reports / "rows").mkdir(parents=True)
    for name, failed in (("lint", 0), ("prove", 1)):
        row = {"name": name, "figure": "2 & <3>", "passed": 1 - failed, "failed": failed, "seconds": 3}
        (reports / f"rows/{name}.json").write_text(json.dumps(row), encoding="utf-8")
        (reports / f"rows/{name}.log").write_text(SAID, encoding="utf-8")
    assert passes(tmp_path / "tools/results").strip() == "2 cases, 2 findings in build/reports"
    suite = xml.parse(reports / "junit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite[1][0].get("message")) == ("2", "1", "2 & <3>")
    found = json.loads((reports / "findings.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    places = [finding["locations"][0]["physicalLocation"] for finding in found]
    assert [(f["ruleId"], p["artifactLocation"]["uri"], p["region"]["startLine"]) for f, p in zip(found, places)] == [
        ("tw_stop_ensures", "src/tw_hier.c", 412), ("-Wunused-variable", "src/tw_hashed.c", 17)]
