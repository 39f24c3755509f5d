"""The guide: chapters in Markdown, each a file beside this one that can be read as it is.

The title of a picture is the command that draws it. A block with a name beside its language, as in
"```dot pendulum.dot", is a file that the chapter works with, and so is what a link of the form
`[turnstile.py](../examples/turnstile.py)` leads to. A chapter that explains machines ends with a
line that begins with "Machines:" and names them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, NamedTuple

from hanoi_fsm.fsm.errors import UnknownName

PICTURE = re.compile(r'!\[([^\]]*)\]\(\S+ "([^"]+)"\)')
FILE = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"\[(\S+)\]\(\.\./examples/\1\)")
MACHINES = re.compile(r"^Machines: (.+?)\.$", re.DOTALL | re.MULTILINE)
MOMENT = re.compile(r"<code>(explorer\.html#[^<]+)</code>")
"""An address of the explorer, which is a link on a page that lies beside it."""

Draw = Callable[[str], bytes]
"""The SVG that a command draws."""


class Chapter(NamedTuple):
    """One chapter: its number, its name in commands, and its Markdown."""

    number: int
    name: str
    text: str

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0].partition(". ")[2]

    @property
    def files(self) -> dict[str, str]:
        """The files that its commands work with, by name."""
        examples = files("hanoi_fsm.course").joinpath("examples")
        linked = EXAMPLE.findall(self.text)
        texts = {name: examples.joinpath(name).read_text("utf-8") for name in linked}
        return texts | dict(FILE.findall(self.text))

    @property
    def machines(self) -> list[str]:
        """The machines that it explains."""
        return re.findall("`(.+?)`", "".join(MACHINES.findall(self.text)))


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters in order."""
    found = []
    for file in files(__name__).iterdir():
        number, _, name = file.name.removesuffix(".md").partition("-")
        if file.name.endswith(".md"):
            found.append(Chapter(int(number), name, file.read_text("utf-8")))
    return tuple(sorted(found))


def chapter(word: str) -> Chapter:
    """The chapter of a number or name; raises `UnknownName` for any other word.

    >>> chapter("2").name, chapter("from-the-end").number
    ('from-the-end', 2)
    """
    for one in chapters():
        if word in (str(one.number), one.name):
            return one
    raise UnknownName.among("chapter", word, [one.name for one in chapters()])


def explaining(machine: str) -> Chapter | None:
    """The chapter that explains a machine, or None.

    >>> explaining("monk").number, explaining("storeys-3").number, explaining("mine")
    (9, 9, None)
    """
    names = {machine, re.sub(r"\d+$", "K", machine)}
    return next((one for one in chapters() if names & {*one.machines}), None)


def terminal_text(one: Chapter) -> str:
    """The Markdown of a chapter for a terminal, which shows a picture as the command for it."""
    return PICTURE.sub(r"*Picture: \1.* `\2`", EXAMPLE.sub(r"`\1`", one.text))


def page(draw: Draw) -> str:
    """The whole guide as one HTML page, with its pictures in it; it loads nothing else."""
    from hanoi_fsm.watching.page.inlining import colours

    template = files(__name__).joinpath("page.html").read_text("utf-8")
    contents = "".join(
        f'<li><a href="#chapter-{one.number}">{escape(one.title)}</a></li>' for one in chapters()
    )
    parts = "".join(_html(one, draw) for one in chapters())
    return Template(template).substitute(colours=colours(), contents=contents, chapters=parts)


def _html(one: Chapter, draw: Draw) -> str:
    """A chapter as a section of the page."""
    from markdown_it import MarkdownIt

    def picture(_: object, tokens: Any, index: int, *__: object) -> str:
        alt, command = escape(tokens[index].content), tokens[index].attrs["title"]
        source = f"data:image/svg+xml;base64,{b64encode(draw(command)).decode()}"
        image = f'<img src="{source}" alt="{alt}">'
        return f'<span class="picture">{image}</span><code class="command">{escape(command)}</code>'

    markdown = MarkdownIt().enable("table")
    markdown.add_render_rule("image", picture)
    body = markdown.render(EXAMPLE.sub(r"`\1`", one.text))
    body = MOMENT.sub(r'<a href="\1"><code>\1</code></a>', body)
    return f'<section id="chapter-{one.number}">\n{body}</section>\n'
