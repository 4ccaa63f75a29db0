#!/usr/bin/env python3
"""Whether everything that the pages in a folder point to among themselves is there."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The places that can be pointed to, and what is pointed to."""

    def __init__(self, path):
        super().__init__()
        self.places, self.targets = {""}, set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.places.add(value)
            elif name in ("href", "src", "data") and value and not value.startswith("javascript:"):
                self.targets.add(value)


folder = pathlib.Path(sys.argv[1])
pages = {path.name: Page(path) for path in folder.glob("*.html")}
count = 0
missing = []
for name, page in sorted(pages.items()):
    for target in sorted(page.targets):
        url = urllib.parse.urlsplit(target)
        if url.scheme or url.netloc:
            continue
        count += 1
        file = urllib.parse.unquote(url.path) or name
        place = urllib.parse.unquote(url.fragment)
        if not (folder / file).is_file() or (file in pages and place not in pages[file].places):
            missing.append(f"{name}: {target}")
print(*missing, f"{len(pages)} pages, {count} links, {len(missing)} of them to nothing", sep="\n")
sys.exit(1 if missing or not count else 0)
