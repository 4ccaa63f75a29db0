#!/usr/bin/env python3
"""Opens the pages in Chromium, wide and as narrow as a telephone, in the light and in the dark.

    browser.py CHROMEDRIVER PAGES [PICTURES]     in the folder PICTURES each page is painted too

No page may say anything in the console, miss an image, or be wider than a telephone.
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

WIDTHS = {"desktop": 1280, "phone": 360}

LOOK = """
    const scroller = document.scrollingElement;
    const wide = [...document.querySelectorAll("*")].filter(e =>
        e.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(e => e.outerHTML.slice(0, 100));
    return {
        title: document.title,
        width: scroller.scrollWidth,
        wide,
        dark: matchMedia("(prefers-color-scheme: dark)").matches,
        background: getComputedStyle(document.documentElement).getPropertyValue("--page-background-color").trim(),
        missing: [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src),
        images: document.images.length,
    };
"""


class Browser:
    """The part of WebDriver that is needed here."""

    def __init__(self, driver, profile):
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True)
        port = next(line.split("port ")[1].strip(".\n") for line in self.process.stdout if "successfully on port" in line)
        self.url = f"http://127.0.0.1:{port}/session"
        flags = """--headless --no-sandbox --disable-gpu --disable-quic --disable-dev-shm-usage --no-first-run
            --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars""".split()
        capabilities = {
            "goog:chromeOptions": {"args": [*flags, f"--user-data-dir={profile}"]},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        self.session = self.call("", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]
        self.url += f"/{self.session}"

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def devtools(self, command, **parameters):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def console(self):
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"})]

    def close(self):
        try:
            urllib.request.urlopen(urllib.request.Request(self.url, method="DELETE"), timeout=60).close()
        finally:
            self.process.terminate()
            self.process.wait()


def look_at(browser, page, screen, scheme, pictures):
    """What is wrong with a page, in sentences."""
    phone = screen == "phone"
    browser.devtools("Emulation.setDeviceMetricsOverride", width=WIDTHS[screen], height=800, deviceScaleFactor=1, mobile=phone)
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("/url", {"url": page.as_uri()})
    seen = browser.call("/execute/sync", {"script": LOOK, "args": []})
    if pictures:
        picture = browser.devtools("Page.captureScreenshot")["data"]
        (pictures / f"{page.stem}-{screen}-{scheme}.png").write_bytes(base64.b64decode(picture))
    wrong = [f"the console says {message}" for message in browser.console()]
    wrong += [f"the image {image} is not there" for image in seen["missing"]]
    if seen["width"] > WIDTHS[screen]:
        wrong.append(f"it is {seen['width']} wide: {seen['wide']}")
    if seen["dark"] != (scheme == "dark") or not seen["background"]:
        wrong.append(f"the background is {seen['background'] or 'none of the style sheet'}")
    return wrong, seen


def main(driver, folder, pictures=None):
    pages = [pathlib.Path(folder).resolve() / name for name in (
        "index.html", "classlanewise_1_1tensor__view.html", "group__pow.html", "group__c__h.html", "from_numpy.html")]
    pictures = pathlib.Path(pictures) if pictures else None
    failures = images = 0
    backgrounds = {}
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(driver, profile)
        try:
            for page in pages:
                for screen in WIDTHS:
                    for scheme in ("light", "dark"):
                        wrong, seen = look_at(browser, page, screen, scheme, pictures)
                        images += seen["images"]
                        backgrounds.setdefault(scheme, set()).add(seen["background"])
                        for sentence in wrong:
                            print(f"{page.name}, {screen}, {scheme}: {sentence}")
                        failures += len(wrong)
        finally:
            browser.close()
    print(f"{len(pages)} pages, {images} images looked at, {failures} faults; backgrounds: {backgrounds}")
    return 1 if failures or not images else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
