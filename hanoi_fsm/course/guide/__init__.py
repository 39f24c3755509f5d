"""The guide: chapters in Markdown, each a file beside this one that can be read as it is.

The title of a picture is the command that draws it. A block with a name beside its language, as in
"```dot pendulum.dot", is a file that the chapter uses, and so is the target of a link of the form
`[turnstile.py](../examples/turnstile.py)`. A chapter that explains machines ends with a line that
begins with "Machines:" and names them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.errors import UnknownName

if TYPE_CHECKING:
    from markdown_it.token import Token

PICTURE = re.compile(r'!\[([^\]]*)\]\(\S+ "([^"]+)"\)')
FILE = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"\[(\S+)\]\(\.\./examples/\1\)")
MACHINES = re.compile(r"^Machines: (.+?)\.$", re.DOTALL | re.MULTILINE)
PAGE = "machines.html"
MOMENT = re.compile(rf"<code>({PAGE}#[^<]+)</code>")
"""An address in the page of machines: a link, if the guide lies beside that page."""
ANSWER = re.compile(
    r"(</blockquote>\n)(?!<ul>)((?:<h2>.*?</h2>)?.+?)"
    r"(?=<blockquote>|<h2>|<ul>|<p><em>(?:Watch it|Exercises):|<p>Machines:|\Z)",
    re.DOTALL,
)
"""A question's end, and its answer up to the next question, heading, list, or the last lines; if a
heading comes first, the answer is below it."""
SCROLLED = re.compile("<(pre|table)>")
"""Blocks that may be wider than the page, and so need keyboard focus to scroll."""

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
        """The files that its commands use, by name."""
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
    pages = sorted(file.name for file in files(__name__).iterdir() if file.name.endswith(".md"))
    texts = {page: files(__name__).joinpath(page).read_text("utf-8") for page in pages}
    return tuple(
        Chapter(int(page[:2]), page[3:].removesuffix(".md"), text) for page, text in texts.items()
    )


def chapter(word: str) -> Chapter:
    """Look up a chapter by its number or name; raise `UnknownName` for any other word.

    >>> chapter("2").name, chapter("from-the-end").number
    ('from-the-end', 2)
    """
    for known in chapters():
        if word in (str(known.number), known.name):
            return known
    raise UnknownName.among("chapter", word, [known.name for known in chapters()])


def explaining(machine: str) -> Chapter | None:
    """Find the chapter that explains a machine, or None.

    >>> explaining("monk").number, explaining("storeys-3").number, explaining("mine")
    (9, 9, None)
    """
    names = {machine, re.sub(r"\d+(?=$|-nested$)", "K", machine)}
    return next((known for known in chapters() if names & {*known.machines}), None)


def terminal_text(chapter: Chapter) -> str:
    """The Markdown of a chapter for a terminal, with the command for a picture in its place."""
    return PICTURE.sub(r"*Picture: \1.* `\2`", EXAMPLE.sub(r"`\1`", chapter.text))


def page(draw: Draw) -> str:
    """Make the whole guide one self-contained HTML page, with its pictures in it.

    The answer to each question is folded until the reader asks for it.
    """
    from hanoi_fsm.watching.page.inlining import tokens

    template = files(__name__).joinpath("page.html").read_text("utf-8")
    contents = "".join(f"<li>{_link(chapter)}</li>" for chapter in chapters())
    parts = "".join(_html(chapter, draw) for chapter in chapters())
    return Template(template).substitute(colours=tokens(), contents=contents, chapters=parts)


def _link(chapter: Chapter) -> str:
    return f'<a href="#chapter-{chapter.number}">{escape(chapter.title)}</a>'


def _html(chapter: Chapter, draw: Draw) -> str:
    """A chapter as a section of the page, with links to the chapters beside it."""
    from markdown_it import MarkdownIt

    def picture(_: object, tokens: Sequence[Token], index: int, *__: object) -> str:
        alt, command = escape(tokens[index].content), str(tokens[index].attrs["title"])
        source = f"data:image/svg+xml;base64,{b64encode(draw(command)).decode()}"
        image = f'<img src="{source}" alt="{alt}">'
        shown = f'<span class="picture" tabindex="0">{image}</span>'
        return f'{shown}<code class="command">{escape(command)}</code>'

    markdown = MarkdownIt().enable("table")
    markdown.add_render_rule("image", picture)
    body = markdown.render(EXAMPLE.sub(r"`\1`", chapter.text))
    body = MOMENT.sub(r'<a href="\1" title="in the page beside this"><code>\1</code></a>', body)
    body = ANSWER.sub(r'\1<details class="answer"><summary>Answer</summary>\2</details>\n', body)
    body = SCROLLED.sub(r'<\1 tabindex="0">', body)
    ends = [
        f"<span>{'Next' if other.number > chapter.number else 'Previous'}: {_link(other)}</span>"
        for other in chapters()
        if abs(other.number - chapter.number) == 1
    ]
    beside = (
        f'<nav class="beside" aria-label="Beside chapter {chapter.number}">{"".join(ends)}</nav>'
    )
    return f'<section id="chapter-{chapter.number}">\n{body}{beside}</section>\n'
