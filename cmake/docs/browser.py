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

# One of each kind, which is looked at in every way; the others are looked at on the phone.
PAGES = ("index.html", "classlanewise_1_1tensor__view.html", "group__pow.html", "group__c__h.html", "from_numpy.html")

LOOK = """
    // The page scrolls in a box of its own.
    const boxes = [document.scrollingElement, ...document.querySelectorAll("#doc-content")];
    const wide = [...document.querySelectorAll("body *")].filter(e => // code and tables scroll by themselves
        e.getBoundingClientRect().right > arguments[0] && !e.closest(".fragment, table"));
    return {
        width: Math.max(...boxes.map(box => box.scrollWidth)),
        wide: wide.slice(0, 2).map(e => e.outerHTML.slice(0, 100)),
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
        started = next(line for line in self.process.stdout if "successfully on port" in line)
        port = started.split("port ")[1].strip(".\n")
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
    """What is wrong with a page, in sentences, and what was seen."""
    browser.devtools(
        "Emulation.setDeviceMetricsOverride",
        width=WIDTHS[screen], height=800, deviceScaleFactor=1, mobile=screen == "phone",
    )
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("/url", {"url": page.as_uri()})
    seen = browser.call("/execute/sync", {"script": LOOK, "args": [WIDTHS[screen]]})
    if pictures:
        picture = browser.devtools("Page.captureScreenshot")["data"]
        (pictures / f"{page.stem}-{screen}-{scheme}.png").write_bytes(base64.b64decode(picture))
    wrong = [f"the console says {message}" for message in browser.console()]
    wrong += [f"the image {image} is not there" for image in seen["missing"]]
    if seen["width"] > WIDTHS[screen]:
        wrong.append(f"it is {seen['width']} wide: {seen['wide']}")
    if seen["dark"] != (scheme == "dark"):
        wrong.append("the browser shows the other scheme")
    if not seen["background"]:
        wrong.append("it has no style sheet, or is not there")
    return wrong, seen


def main(driver, folder, pictures=None):
    folder = pathlib.Path(folder).resolve()
    pictures = pathlib.Path(pictures) if pictures else None
    views = [(folder / page, screen, scheme) for page in PAGES for screen in WIDTHS for scheme in ("light", "dark")]
    views += [(page, "phone", "light") for page in sorted(folder.glob("*.html")) if page.name not in PAGES]
    failures = images = 0
    backgrounds = {"light": set(), "dark": set()}
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(driver, profile)
        try:
            for page, screen, scheme in views:
                wrong, seen = look_at(browser, page, screen, scheme, pictures if page.name in PAGES else None)
                for sentence in wrong:
                    print(f"{page.name}, {screen}, {scheme}: {sentence}")
                failures += len(wrong)
                images += seen["images"]
                backgrounds[scheme].add(seen["background"])
        finally:
            browser.close()
    if backgrounds["light"] & backgrounds["dark"]:
        print(f"the dark is as light as the light: {backgrounds}")
        failures += 1
    print(f"{len(views)} views, {images} images, {failures} faults")
    return 1 if failures or not images else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
