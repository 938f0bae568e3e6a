# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds build/site: the page with the wheel, the workshop, the tour, the museum, the report and the manual, with every page of the
project that these lead to. Then follows all links, and opens the pages in a headless Chromium.

  ci/site [--no-browser]

Links to other servers are not followed: build/reports/site.json lists them. A site of more than 4,000,000 bytes fails."""
import argparse
import json
import pathlib
import sys
import time

from ci.publish import follow, write

ROOT = pathlib.Path(__file__).resolve().parents[1]
REPORT = ROOT / "build" / "reports" / "site.json"
LARGEST, SHOWN = 4_000_000, 20


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-browser", action="store_true")
    args = parser.parse_args()
    started = time.monotonic()
    faults = write.site()
    site = follow.Site(write.SITE)
    faults += site.faults()
    size = sum(path.stat().st_size for path in write.SITE.rglob("*") if path.is_file())
    faults += [f"build/site has {size} bytes, {LARGEST} allowed"] if size > LARGEST else []
    seen = "no browser"
    if not args.no_browser:
        from ci.publish import look  # pylint: disable=import-outside-toplevel # it needs a browser
        found, seen = look.look(site)
        faults += found
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(json.dumps({"pages": len(site.pages), "links": site.count(), "bytes": size, "external": site.external, "faults": faults},
                                 indent=1), encoding="utf-8")
    for fault in faults[:SHOWN]:
        print(f"FAULT {fault}")
    if len(faults) > SHOWN:
        print(f"and {len(faults) - SHOWN} faults more, in build/reports/site.json")
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    print(f"build/site: {len(site.pages)} pages, {size} bytes, {site.count()} links, {len(site.external)} to other servers, {seen}, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
