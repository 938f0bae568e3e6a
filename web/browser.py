# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A headless Chromium, by Debian's python3-selenium and chromium-driver."""
import json
import shutil
import sys
import time

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service

# It runs as root in a container, and asks for nothing by itself.
FLAGS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
         "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-component-update"]


class Browser(webdriver.Chrome):
    """One page."""
    def __init__(self):
        driver, options = shutil.which("chromedriver"), webdriver.ChromeOptions()
        if not driver:
            sys.exit("web/browser: chromium-driver is missing: run tools/deps web.")
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.ignore_local_proxy_environment_variables()
        try:
            super().__init__(options=options, service=Service(driver))
        except WebDriverException as error:
            sys.exit(f"web/browser: chromium does not start: try `chromium --headless --no-sandbox about:blank`, and "
                     f"whether localhost has an address: {error.msg}")

    def look(self, width, height, dark=False, still=False):
        """The size of the window, and what the visitor prefers."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}]})

    def open(self, url):
        self.get("about:blank")  # or another part of the same page would not be loaded
        self.get(url)
        for _ in range(200):  # its modules are unpacked; a page that fails tells why in `problems`
            if self.js("document.documentElement.dataset.ready ?? location.protocol") in ("", "about:"):
                return
            time.sleep(0.05)
        raise RuntimeError(f"{url} does not start: {self.problems}")

    def js(self, code):
        """The value of an expression on the page; a promise is waited for."""
        asked = {"expression": code, "returnByValue": True, "awaitPromise": True}
        got = self.execute_cdp_cmd("Runtime.evaluate", asked)
        if "exceptionDetails" in got:
            raise RuntimeError(got["exceptionDetails"].get("exception", {}).get("description", code))
        return got["result"].get("value")

    def drag(self, *points):
        """The pointer down at the first point, over the others, up at the last."""
        kinds = ["mousePressed", *["mouseMoved"] * (len(points) - 1), "mouseReleased"]
        for kind, (x, y) in zip(kinds, [*points, points[-1]]):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def swipe(self, *points):
        """A finger down at the first point, over the others, up at the last."""
        self.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
        for n, (x, y) in enumerate(points):
            kind = "touchMove" if n else "touchStart"
            self.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})

    def key(self, name):
        event = {"key": name, "code": name, "text": "\r" if name == "Enter" else ""}
        for kind in ("keyDown", "keyUp"):
            self.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, **event})

    @property
    def problems(self):
        """What the pages since the last call have logged, thrown or requested from elsewhere than a file."""
        events = [json.loads(entry["message"])["message"] for entry in self.get_log("performance")]
        urls = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [entry["message"] for entry in self.get_log("browser")] + [
            f"request: {url}" for url in urls if not url.startswith(("file:", "data:", "about:"))]
