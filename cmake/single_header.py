"""Writes headers of lanewise as one file, before them what they include of lanewise, each header once.

    single_header.py OUT HEADER...          HEADER as in #include <lanewise/HEADER>
"""

import pathlib
import re
import sys

root = pathlib.Path(__file__).parents[1]
include = root / "include" / "lanewise"
written = set()


def text_of(header):
    """What the header includes of lanewise, unless it is there already, and then the header. Others' headers stay included."""
    written.add(header)
    before = ""
    lines = [f"// lanewise/{header.relative_to(include).as_posix()}"]
    conditions = 0
    for line in header.read_text(encoding="utf-8").splitlines():
        conditions += bool(re.match(r"#\s*if", line)) - bool(re.match(r"#\s*endif", line))
        quoted = re.match(r'#\s*include "(.*)"', line)
        included = (header.parent / quoted[1]).resolve() if quoted else None
        if included and included.exists():  # config.hpp includes one that does not, to stop a compiler
            if conditions:
                sys.exit(f"{header}: {line}: under a condition here, it may be missing where it is included next")
            if included not in written:
                before += text_of(included)
        elif line != "#pragma once":
            lines.append(line)
    return before + re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n\n"


out, *names = sys.argv[1:]
version = ".".join(re.findall(r"VERSION_[A-Z]+ (\d+)", (include / "version.hpp").read_text(encoding="utf-8")))
licence = (root / "LICENSE").read_text(encoding="utf-8")
notice = f"lanewise {version} in one file. It needs xsimd 8.1 or newer. Made from\n    {' '.join(names)}\n\n{licence}"
text = "".join(f"// {line}".rstrip() + "\n" for line in notice.splitlines())
text += "\n#ifndef LANEWISE_SINGLE_HEADER\n#define LANEWISE_SINGLE_HEADER\n\n"
for header in (include / name for name in names):
    if header not in written:
        text += text_of(header)
pathlib.Path(out).parent.mkdir(parents=True, exist_ok=True)
pathlib.Path(out).write_text(text + "#endif\n", encoding="utf-8")
