# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The evidence as a page: reads build/reports, writes build/reports/report.html, a single page that
needs nothing else, and build/reports/verdict.xml, the verdict as JUnit.

  ci/report              writes both
  ci/report --summary    prints the verdict as a Markdown table
  ci/report --readme     writes the verdict into docs/evidence.md, between <!-- figures --> and <!-- /figures -->, and
                         its minutes into README.md; the benchmark's ratios into tests/bench/README.md, and four of their rows into README.md,
                         between <!-- speed --> and <!-- /speed -->; its instructions into the same pages,
                         between <!-- instructions --> and <!-- /instructions -->

Without a verdict the page says so in one sentence, and shows the reports that are there."""
import argparse
import sys

from ci import identity
from ci.reporting import blocks, reports, verdict


def write():
    """Writes the page, and the verdict as JUnit."""
    from ci.reporting.page import page  # pylint: disable=import-outside-toplevel # the page alone needs the template engine
    data = reports.load_verdict()
    reports.REPORTS.mkdir(parents=True, exist_ok=True)
    (reports.REPORTS / "report.html").write_text(page(), encoding="utf-8")
    if data:
        (reports.REPORTS / "verdict.xml").write_text(verdict.junit(data), encoding="utf-8")
    print("build/reports/report.html")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--summary", action="store_true", help="print the verdict as Markdown")
    parser.add_argument("--readme", action="store_true", help="write the verdict and the ratios into the pages")
    args = parser.parse_args()
    data = reports.load_verdict()
    if args.summary:
        print(verdict.summary(data) if data else identity.sentence("verdict.json") or "Not run: build/reports/verdict.json is not there.")
    if args.readme:
        return blocks.write_all(data)
    return 0 if args.summary else write()


if __name__ == "__main__":
    sys.exit(main())
