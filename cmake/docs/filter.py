#!/usr/bin/env python3
"""Doxygen's view of a file: what the headers' and guides' own way of writing says, in Doxygen's commands.

A header becomes a page (a "group") with its head comment and its public names; a Markdown file gets anchors as GitHub's
and links that Doxygen follows. Lines stay where they are, so that a warning names the right one.
"""

import os
import re
import sys

# Public names that are written down in a room of the library, by the header that brings them.
ELSEWHERE = {"detail/op/copy.hpp": "cast.hpp", "detail/interop/directml_desc.hpp": "interop/directml.hpp"}

LABEL = re.compile(r"(?=.{9} \S)(\w+)  +(\S.*)")  # "Shapes    a and b broadcast ...": the text begins in column 10
TERM = re.compile(r"( {2,3}| {10})(\S.*?) {2,}(\S.*)")  # "  none()   shapes are identical", below a sentence or a label
COMMENT = re.compile(r"( *)///(?!<) ?(.*)")


def group_of(header):
    return re.sub(r"\W", "_", header.removesuffix(".hpp"))


def without_detail(lines, all_of_it):
    """Drops what is no promise, and the inline namespace, which nobody spells."""
    inside = False
    for line in lines:
        begins = all_of_it and re.match(r"namespace (lanewise::)?detail\b.*\{$", line)
        ends = inside and re.match(r"\} // namespace (lanewise::)?detail\b", line)
        inside = bool(begins) or inside
        dropped = inside or re.match(r"(inline namespace LANEWISE_ISA \{|\} // namespace LANEWISE_ISA)$", line)
        yield "" if dropped else line.replace("protected:", "private:")
        inside = inside and not ends


def c_comments(lines):
    """/* ... */ as ///, and behind code as ///<."""
    inside = False
    for line in lines:
        if not inside and (m := re.match(r"(.*\S)( *)/\* (.*) \*/$", line)):
            line = f"{m[1]}{m[2]}///< {m[3]}"
        elif inside or line.startswith("/* "):
            text = re.sub(r"^ ?/?\*(?!/)", "///", line)
            inside = not line.endswith("*/")
            line = re.sub(r" ?\*/$", "", text)
        yield line


def in_doxygen(block):
    """A comment's labels as headings, and its terms as lists."""
    in_code = blank = labelled = listed = False
    result = []
    for indent, text in block:
        in_code = text.startswith("    ") and (in_code or blank or not result)
        if in_code or not text:
            blank, labelled, listed = not text, labelled and in_code, False
        elif m := LABEL.fullmatch(text):
            text, blank, labelled, listed = f"@label{{{m[1]}}} {m[2]}", False, True, False
        elif m := TERM.fullmatch(text):
            text, blank, listed = f"- `{m[2]}` &ndash; {m[3]}", False, True
        elif labelled and not text.startswith(" "):
            text, blank, labelled = f"@unlabel {text}", False, False
        else:
            text, blank = ("  " if listed else "") + text.lstrip(), False
        result.append(f"{indent}/// {text}")
    return result


def declarations(lines):
    """A comment behind an empty line speaks for all declarations up to the next comment or empty line: those behind the
    first get it once more."""
    comment, ended, depth, begins = None, False, 0, True
    for line in lines:
        if m := COMMENT.match(line):
            comment = f"{comment or ''} {m[2]}" if begins or comment and not ended and not depth else None
            ended, depth, begins = False, 0, False
        elif not line.strip():
            comment, begins = None, True
        elif "///<" in line or re.match(r"(struct|class) .*\{$", line):
            comment, begins = None, "///<" not in line
        elif comment and not line.startswith("#"):
            code = re.sub(r" *//.*", "", line)
            if ended and code == line and not code.strip().startswith("}"):
                line = f"/**{comment} */ {line}"
            depth += len(re.findall(r"[({]", code)) - len(re.findall(r"[)}]", code))
            ended = not depth and code.endswith((";", "}"))
        yield line


def header(lines, name):
    page = ELSEWHERE.get(name, name)
    lines = list(lines)
    if name.endswith(".h"):
        lines = list(c_comments(lines))
    lines = list(without_detail(lines, name != "extents.hpp"))  # of which users meet base classes
    first = next(i for i, line in enumerate(lines) if re.match(r"#pragma once|#define LANEWISE_C_H", line))
    last = next(i for i in range(first + 2, len(lines)) if not lines[i].startswith("///"))
    if name in ELSEWHERE:
        lines[first:last] = [""] * (last - first)
    elif last == first + 2 or lines[last]:  # no comment, or one about the first name
        lines[first] = f"/** @defgroup {group_of(page)} {page} */"
    else:
        lines[first : first + 2] = [f"/// @defgroup {group_of(page)} {page}", "///"]
    for i, line in enumerate(lines):  # a page that began before the namespace would have no name but the namespace's
        if re.match(r"namespace (lanewise.*|directml) \{$|#include <stdint.h>|/\*\* @defgroup version", line):
            lines[i] = f"{line} /** @addtogroup {group_of(page)} */ /** @{{ */"
        elif re.match(r"\} // namespace (lanewise|directml)", line):
            lines[i] = f"/** @}} */ {line}"
    if page in ("c.h", "version.hpp"):
        lines.append("/** @} */")

    result, block = [], []
    for line in lines:
        if m := COMMENT.match(line):
            block.append((m[1], m[2]))
            continue
        result += in_doxygen(block) + [line]
        block = []
    return declarations(result + in_doxygen(block))


def slug(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def markdown(lines, path):
    """Anchors for headings, and links to pages; what is not among the pages keeps its text alone."""
    page = os.path.splitext(os.path.basename(path))[0]
    in_code = False

    def link(m):
        text, target = m[1], m[2]
        file, _, anchor = target.partition("#")
        if ":" in target:
            return m[0]
        if file.endswith(".md") or not file:
            of = os.path.splitext(os.path.basename(file))[0] if file else page
            if page == "guides":
                return f'@subpage {of} "{text}"'
            return f"[{text}](@ref {of}{'-' + anchor if anchor else ''})"
        if "include/lanewise/" in file and "." in os.path.basename(file):
            return f"[{text}](@ref {group_of(file.split('include/lanewise/')[1])})"
        return text

    for number, line in enumerate(lines):
        in_code ^= line.startswith("```")
        if not in_code:
            if m := re.match(r"(#+) (.*)", line):
                line = f"{line} {{#{page}{'' if number == 0 else '-' + slug(m[2])}}}"
            else:
                line = re.sub(r"!\[([^\]]*)\]\((?:[^)\s]*/)?([^)\s/]*)\)", r'<img src="\2" alt="\1"/>', line)
                line = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]*)\)", link, line)
        yield line


if __name__ == "__main__":
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    if path.endswith(".md"):
        lines = markdown(lines, path)
    else:
        lines = header(lines, path.split("/include/lanewise/")[1])
    print("\n".join(lines))
