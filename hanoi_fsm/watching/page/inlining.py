"""One HTML text out of a template, style sheets, modules and data, which loads nothing else.

A Content-Security-Policy in the page names the hash of its one script and of its one style sheet,
and forbids everything else.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from json import dumps
from posixpath import join, normpath

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
"""The one form of import in the modules."""

EXPORT = re.compile(
    r"^export (?=(?:async )?(?:class|const|function) (\w+))|\bexport ?\{([^}]*)\};?", re.MULTILINE
)
"""An export of a declaration, or the list of exports in which a bundled library ends."""

RENAMED = re.compile(r"(\w+) as (\w+)")
"""A name in that list, which others know by another one."""

COMMENT = re.compile(r"^ *(?:// .*|/\*\* .*\*/)\n", re.MULTILINE)
"""Comments for whoever reads or checks the modules, which the page omits."""

MODULE = """modules[{name}] = (() => {{
{text}
return {{ {exported} }};
}})();
"""
MARK = re.compile(r"\{\{(\w+)\}\}")

TOKENS = """
page #f6f4ee #121419; card #fffefb #1b1e26; sunk #f3f0e8 #262a35; ink #1d2129 #eeebe4
soft #5a6170 #a9afbc; line #e2ddd1 #2f3440; edge #868b96 #7d8492; peg #d9d3c5 #3a3f4c
fault #b3261e #ff8a7d; fault-fill #fde7e4 #4a1c1a; rim #3d1a0d55 #0000; shadow #1d212926 #000a
d1 #f2b25c #ffdea8; d2 #d9813a #f3aa62; d3 #a8502a #d67642; d4 #5c2717 #a8502e
s1 #2672de #3d8ff5; s2 #00694b #43d89e; s3 #561a98 #bda2ff
s4 #c8427c #b0567f; s5 #1b7f99 #5fc3dc; s6 #3f4653 #9aa3b2
o1 #fff #06101f; o2 #fff #04150d; o3 #fff #120726; o4 #fff #fff; o5 #fff #04151a; o6 #fff #0c0f14
t1 #dbe8fb #1b3458; t2 #cfebdf #134434; t3 #e6dafa #392c5c
t4 #fbdde9 #4b2539; t5 #d3edf4 #164552; t6 #e6e8ec #363c49
"""
"""The colours of the page, each for a light page and for a dark one.

Ink is the interface, warm is matter: the ramp `d` of the disks; cool is mind: a state has a colour
`s`, what is written `o` on it, and a tint `t`; the fault is what is wrong.
"""


def inlined(title: str, data: object, programs: str) -> str:
    """The page with its data, and `programs`, the script of its machines.

    The data and the programs may hold any text: none of it can end the element that it is in.
    """
    given = {"programs.js": programs.replace("</", "<\\/")}
    script = "\n".join(["const modules = {};", *_modules("main.js", given, set())])
    style = tokens() + _text("style.css")
    policy = [
        "default-src 'none'",
        f"script-src {_hash(script)}",
        f"style-src {_hash(style)}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    parts = {
        "policy": escape("; ".join(policy)),
        "title": escape(title),
        "style": style,
        "data": dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        "script": script,
    }
    return MARK.sub(lambda mark: parts[mark[1]], _text("page.html"))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _text(name: str) -> str:
    return files(__package__ or "").joinpath("web", *name.split("/")).read_text("utf-8")


def _modules(name: str, given: Mapping[str, str], known: set[str]) -> Iterator[str]:
    """A module, after those that it imports, each once and in a scope of its own.

    The text of a `given` module is used in place of its file.
    """
    if name not in known:
        known.add(name)
        source, folder = given.get(name) or _text(name), name.rpartition("/")[0]
        for _, path in IMPORT.findall(source):
            yield from _modules(_resolved(folder, path), given, known)
        yield _scoped(name, source)


def _scoped(name: str, source: str) -> str:
    r"""A module as a function that gives its exports to the others.

    >>> source = 'import { a } from "../b.js";\nexport const c = a;'
    >>> print(_scoped("panels/pegs.js", source), end="")
    modules["panels/pegs.js"] = (() => {
    const { a } = modules["b.js"];
    const c = a;
    return { c };
    })();
    """
    folder = name.rpartition("/")[0]
    exported: list[str] = []

    def taken(match: re.Match[str]) -> str:
        return f"const {{{match[1]}}} = modules[{dumps(_resolved(folder, match[2]))}];\n"

    def declared(match: re.Match[str]) -> str:
        exported.append(match[1] or RENAMED.sub(r"\2: \1", match[2]))
        return ""

    text = EXPORT.sub(declared, IMPORT.sub(taken, COMMENT.sub("", source)))
    return MODULE.format(name=dumps(name), text=text, exported=", ".join(exported))


def _resolved(folder: str, path: str) -> str:
    """The name of a module as another one in a folder writes it.

    >>> _resolved("panels", "../elements.js"), _resolved("", "./panels/pegs.js")
    ('elements.js', 'panels/pegs.js')
    """
    return normpath(join(folder, path))


def tokens() -> str:
    """The colours of the page as variables, and a class for each colour of a state."""
    rows = (row.split() for line in TOKENS.split("\n") for row in line.split(";") if row)
    pairs = [f"--{name}: light-dark({light}, {dark});" for name, light, dark in rows]
    looks = [
        ("ink", "card", "sunk"),
        *((f"s{number}", f"o{number}", f"t{number}") for number in range(1, 7)),
    ]
    states = (
        f".s{number} {{ --c: var(--{c}); --on: var(--{on}); --tint: var(--{tint}) }}"
        for number, (c, on, tint) in enumerate(looks)
    )
    return "\n".join([":root {", *pairs, "}", *states, ""])
