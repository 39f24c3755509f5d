"""The command `guide`: the course as text, on a terminal, or as one HTML page."""

import os
import shlex
import sys
from collections import deque
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from hanoi_fsm.cli.command import PAGES, Arguments, Lines, Options, by_extension, columns, write
from hanoi_fsm.cli.parser import parse
from hanoi_fsm.course import guide
from hanoi_fsm.fsm.errors import BadInput

EXAMPLES = ("guide", "guide 8", "guide 11 --files .", "guide -o guide.html")
ARGUMENTS: Arguments = {
    "chapter": {
        "nargs": "?",
        "metavar": "CHAPTER",
        "help": "the number or name of a chapter; without it, the contents are printed",
    },
    "--files": {
        "metavar": "FOLDER",
        "help": "write the files of the chapter into FOLDER, without replacing any",
    },
    "-o": {
        "dest": "into",
        "help": "write the whole guide with its pictures as an HTML page, and next to it the page "
        f"{guide.PAGE} for its links, unless that exists",
    },
}


def run(options: Options) -> Lines:
    if options.into is not None:
        by_extension(options.into, PAGES)
        yield from _as_page(Path(options.into))
    elif options.chapter is None:
        if options.files:
            raise BadInput("--files needs a chapter: write guide 11 --files FOLDER")
        yield from (f"{chapter.number:2}  {chapter.title}" for chapter in guide.chapters())
    elif options.files:
        yield from _written(guide.chapter(options.chapter), Path(options.files))
    elif sys.stdout.isatty():
        _show(guide.chapter(options.chapter))
    else:
        yield guide.chapter(options.chapter).text.rstrip("\n")


def _as_page(file: Path) -> Lines:
    """Write the guide, and the page of machines next to it; yield their paths."""
    from hanoi_fsm.watching.page import page

    with TemporaryDirectory() as folder:
        write(guide.page(partial(_drawn, Path(folder, "picture.svg"))), file)
    yield str(file)
    if not (beside := file.with_name(guide.PAGE)).exists():
        page().save(beside)
        yield str(beside)


def _show(chapter: guide.Chapter) -> None:
    """Print a chapter on a terminal, in colour and through a pager."""
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-FRX")  # colours; no paging of short texts
    console = Console(width=columns())
    with console.pager(styles=True):
        console.print(Markdown(guide.terminal_text(chapter), code_theme="ansi_light"))


def _written(chapter: guide.Chapter, folder: Path) -> Lines:
    """Write the files of a chapter, and yield their paths."""
    if not chapter.files:
        raise BadInput(f"chapter {chapter.number} has no files: leave out --files")
    for name, text in chapter.files.items():
        path = folder / name
        if path.exists() and path.read_text("utf-8", "replace") != text:
            raise BadInput(f"{path} is another file: name another folder")
        write(text, path)
        yield str(path)


def _drawn(file: Path, command: str) -> bytes:
    """The picture that a command draws."""
    options = parse([*shlex.split(command)[1:], "-o", str(file)])
    deque(options.perform(options))
    return file.read_bytes()
