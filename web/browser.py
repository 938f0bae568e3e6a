# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A headless Chromium, driven by its DevTools protocol through a pipe."""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking",
         "--disable-component-update", "--hide-scrollbars", "--remote-debugging-pipe"]


class Browser:
    """One page. `problems` has all that it logs, throws or requests from elsewhere than its file."""
    def __init__(self, seconds=300):
        self.limit, self.number, self.rest, self.problems = seconds, 0, b"", []
        if not shutil.which("chromium"):
            sys.exit("web/test: install chromium")
        self.profile = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()
        # The browser reads descriptor 3 and writes 4.
        launch = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(["sh", "-c", launch, "chromium", *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"],  # pylint: disable=consider-using-with
                                        pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.session = None
        pages = [t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page"]
        self.session = self.ask("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.ask("Browser.close")
            self.process.wait(10)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        self.profile.cleanup()

    def ask(self, method, **params):
        """Sends a command and waits for its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + self.limit
        while True:
            told = self.read(until)
            if told.get("id") == self.number:
                if "error" in told:
                    raise RuntimeError(f"{method}: {told['error']['message']}")
                return told["result"]

    def read(self, until):
        while b"\0" not in self.rest:
            if not select.select([self.inp], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            got = os.read(self.inp, 1 << 20)
            if not got:
                raise OSError("the browser has ended")
            self.rest += got
        line, _, self.rest = self.rest.partition(b"\0")
        told = json.loads(line)
        self.note(told.get("method"), told.get("params", {}))
        return told

    def note(self, method, params):
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.problems.append(f"exception: {details.get('exception', {}).get('description', details['text'])}")
        elif method == "Runtime.consoleAPICalled":
            self.problems.append(f"console: {params['args'][0].get('value', params['type'])}")
        elif method == "Log.entryAdded":
            self.problems.append(f"log: {params['entry']['text']}")
        elif method == "Network.requestWillBeSent" and not params["request"]["url"].startswith(("file:", "data:")):
            self.problems.append(f"request: {params['request']['url']}")

    def look(self, width, height, dark=False, still=False):
        """The size of the window, and what the visitor prefers."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                                                         {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def open(self, url):
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=url)
        until = time.monotonic() + self.limit
        while not self.js("document.readyState === 'complete' && location.href !== 'about:blank'"):
            if time.monotonic() > until:
                raise TimeoutError(url)
            time.sleep(0.02)

    def js(self, code):
        """The value of an expression on the page; a promise is waited for."""
        got = self.ask("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in got:
            raise RuntimeError(got["exceptionDetails"].get("exception", {}).get("description", got["exceptionDetails"]["text"]))
        return got["result"].get("value")

    def drag(self, *points):
        """The pointer down at the first point, over the others, up at the last."""
        for n, (x, y) in enumerate(points):
            self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left" if n else "none", buttons=1 if n else 0)
            if n == 0:
                self.ask("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", buttons=1, clickCount=1)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", x=points[-1][0], y=points[-1][1], button="left", clickCount=1)

    def swipe(self, *points):
        """A finger down at the first point, over the others, up at the last."""
        self.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
        for n, (x, y) in enumerate(points):
            self.ask("Input.dispatchTouchEvent", type="touchMove" if n else "touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.ask("Emulation.setTouchEmulationEnabled", enabled=False)

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def picture(self, path, selector=None):
        """A picture of the window, or of an element."""
        clip = {}
        if selector:
            box = self.js(f"(b => [b.x + scrollX, b.y + scrollY, b.width, b.height])(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
            clip = {"clip": dict(zip(("x", "y", "width", "height"), box), scale=1), "captureBeyondViewport": True}
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png", **clip)["data"]))
