"""The command `guide`: the course as text, on a terminal, or as one HTML page."""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import (
    columns,
    say,
    standard_output,
    write_bytes,
    write_lines,
    write_text,
)
from hanoi_fsm.cli.parser import parse
from hanoi_fsm.course import guide
from hanoi_fsm.fsm.errors import BadInput


def configure(command: ArgumentParser) -> None:
    args.example(command, "guide", "guide 8", "guide 11 --files .", "guide -o guide.html")
    about = "its number or name; without it the table of contents is printed"
    command.add_argument("chapter", nargs="?", metavar="CHAPTER", help=about)
    about = "write the files that the chapter works with into FOLDER, where none is replaced"
    command.add_argument("--files", metavar="FOLDER", help=about)
    args.add(command, "-o", help="write the whole guide, with its pictures, as an HTML page")


def run(options: Namespace) -> int:
    if options.file is not None:
        if options.chapter or options.files:
            raise BadInput("-o writes the whole guide: leave out the chapter and --files")
        write_text(_page(), options.file)
    elif options.chapter is None:
        if options.files:
            raise BadInput("--files needs a chapter: write guide 11 --files FOLDER")
        write_lines(f"{one.number:2}  {one.title}" for one in guide.chapters())
    elif options.files:
        _write_files(guide.chapter(options.chapter), Path(options.files))
    else:
        _show(guide.chapter(options.chapter))
    return FINE


def _show(chapter: guide.Chapter) -> None:
    """Print a chapter: on a terminal in colour and through a pager, else as it is written."""
    if not standard_output().isatty():
        write_text([chapter.text])
        return
    from rich.console import Console
    from rich.markdown import CodeBlock, Markdown
    from rich.text import Text

    class Block(CodeBlock):
        """As it is printed elsewhere: not wrapped, and on the terminal's own background."""

        def __rich_console__(self, *_: object) -> Iterator[Text]:
            yield Text(f"{self.text}".rstrip(), "cyan", no_wrap=True, overflow="ignore")

    class Shown(Markdown):
        elements: ClassVar = Markdown.elements | {"fence": Block, "code_block": Block}

    os.environ.setdefault("LESS", "-FRX")  # colours; what fits on the screen is only printed
    console = Console(file=standard_output(), width=columns())
    with console.pager(styles=True):
        console.print(Shown(guide.terminal_text(chapter)))


def _write_files(chapter: guide.Chapter, folder: Path) -> None:
    files = {folder / name: text for name, text in chapter.files.items()}
    if not files:
        raise BadInput(f"chapter {chapter.number} works with no files: leave out --files")
    for path, text in files.items():
        if path.exists() and path.read_text("utf-8", "replace") != text:
            raise BadInput(f"{path} is another file: name another folder")
    for path, text in files.items():
        write_bytes(text.encode(), path)
        say(path)


def _page() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        yield guide.page(partial(_drawn, Path(folder, "picture.svg")))


def _drawn(file: Path, command: str) -> bytes:
    """The picture that a command draws."""
    options = parse([*shlex.split(command)[1:], "-o", str(file)])
    with redirect_stdout(StringIO()):
        options.run(options)
    return file.read_bytes()
