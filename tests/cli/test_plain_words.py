"""Command lines of plain words are understood without argparse, and exactly as it would."""

from importlib import import_module

import pytest

from hanoi_fsm.cli import option_parser
from hanoi_fsm.cli.parser import COMMANDS, PlainWords, parse

WORDS = [[], ["4"], ["0021"], ["4", "15"], ["two-storey"], ["0021", "2200"], ["two-storey", "3"]]
WORDS += [["x"], ["4", "x"], [""], ["4", ""], ["9" * 5000, "1_000"], [" 4 ", "+15"]]
FLAGGED = [
    ["-1"],
    ["4", "-1"],
    ["--"],
    ["--", "4"],
    ["4", "15", "--as", "towers"],
    ["-h"],
    ["--as"],
]


def declared(name: str) -> PlainWords:
    plain = PlainWords()
    import_module(f"hanoi_fsm.cli.commands.{name}").configure(plain)
    return plain


@pytest.mark.parametrize("name", COMMANDS)
def test_plain_words_mean_what_argparse_makes_of_them(name: str) -> None:
    module = import_module(f"hanoi_fsm.cli.commands.{name}")
    for words in WORDS:
        found = declared(name).options(words)
        if found is not None:
            understood = vars(option_parser.parse([name, *words], module))
            assert vars(found) | {"run": module.run} == understood


@pytest.mark.parametrize("name", COMMANDS)
def test_words_with_flags_are_left_to_argparse(name: str) -> None:
    assert all(declared(name).options(words) is None for words in FLAGGED)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("at", ["4", "15"]),
        ("rank", ["0021"]),
        ("next", ["0021"]),
        ("path", ["00", "22"]),
        ("itinerary", ["3"]),
        ("explore", ["monk"]),
    ],
)
def test_what_has_a_word_for_each_value_is_plain(name: str, words: list[str]) -> None:
    assert declared(name).options(words) is not None


@pytest.mark.parametrize("words", [["at", "4"], ["at", "4", "15", "16"], ["at", "4", "x"]])
def test_what_is_wrong_with_plain_words_is_told_by_argparse(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse(words)
    told = capsys.readouterr().err
    with pytest.raises(SystemExit):
        option_parser.parse(words, import_module("hanoi_fsm.cli.commands.at"))
    assert told == capsys.readouterr().err != ""
