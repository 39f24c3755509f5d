"""Whatever is not a state diagram in our subset of DOT is refused with line and column."""

import pytest
from notation_strategies import TIMES

from hanoi_fsm.fsm.diagrams.dot_reader import read
from hanoi_fsm.fsm.errors import DotError

pytestmark = pytest.mark.usefixtures("no_hang")

LIMIT = 256 * 1024
X = "digraph x {\n"
"""The first line of most of them, so that the fault is in the second."""


def an_edge(label: str) -> str:
    """A diagram with that label in its second line, column 16."""
    return f'{X} a -> b [label="{label}"]\n}}'


TWO_STARTS = f"{X} node [shape=point] s t node [shape=box]\n s -> a\n t -> a\n}}"
NAME_TWICE = f'{X} "{"b" * 3000}"\n [label="\\N\\N"] }}'
ALL_TO_ALL = f"{X} {{{'a ' * 500}}} -> {{{'b ' * 500}}} }}"
MALFORMED: dict[str, tuple[str | bytes, str, int, int]] = {
    "empty": ("", "the text is empty: write `digraph NAME { ... }`", 0, 0),
    "only a byte order mark": (b"\xef\xbb\xbf", "empty", 0, 0),
    "only a comment": ("// digraph x {}\n", "ends too early", 2, 1),
    "an image": (b"\x89PNG\r\n\x1a\n", "not UTF-8", 1, 1),
    "a NUL after an empty line": ("\n\0", "NUL", 2, 1),
    "Latin-1": (f"{X}  é }}".encode("latin-1"), "not UTF-8", 2, 3),
    "a surrogate": ("\ud800", r"found '\ud800', expected `digraph`", 1, 1),
    "another language": ("def digraph(x): pass", "found 'def', expected `digraph`", 1, 1),
    "a string without an end": (f'{X}  a [label="b\n}}', "string never ends", 2, 12),
    "a string that escapes its end": (f'{X} "a\\" }}', "string never ends", 2, 2),
    "a comment without an end": (f"{X}/* }}", "comment never ends", 2, 1),
    "no brace": ("digraph x", "ends too early", 1, 10),
    "one brace": (X, "ends too early", 2, 1),
    "a bracket without an end": (f"{X} a [b=c\n}}", "found '}', expected a name or `]`", 3, 1),
    "a brace too many": (f"{X}}}}}", "found '}', expected the end", 2, 2),
    "two diagrams": ("digraph x {}\ndigraph y {}", "'digraph', expected the end", 2, 1),
    "an HTML label": (f"{X} a [label=<b>]}}", "HTML", 2, 11),
    "a port": (f"{X} a:n -> b }}", "ports", 2, 3),
    "a chain of edges": (f"{X} a -> b -> c }}", "'->', expected `[` or a name or `}`", 2, 9),
    "a subgraph": (f"{X} subgraph y {{ a }} }}", "subgraphs are outside", 2, 13),
    "a subgraph without braces": (f"{X} subgraph }}", "`subgraph` is a keyword", 2, 2),
    "a block": (f"{X} {{ a }} }}", "braces", 2, 2),
    "all to all": (ALL_TO_ALL, "braces", 2, 2),
    "an undirected edge": (f"{X} a -- b }}", "write `->`", 2, 4),
    "an undirected graph": ("graph x { a -- b }", "found 'graph', expected `digraph`", 1, 1),
    "a joined string": (f'{X} a ["b" + "c"] }}', "not joined", 2, 9),
    "a keyword as a name": (f"{X} a -> node }}", "quotes", 2, 7),
    "a sign from elsewhere": (f"{X} a @ b }}", "found '@'", 2, 4),
    "an edge to nowhere": (f"{X} a -> }}", "found '}', expected a name", 2, 7),
    "an attribute without a value": (f"{X} a [b] }}", "found ']', expected `=`", 2, 6),
    "two commas": (f"{X} a [b=c,,d=e] }}", "found ',', expected a name or `]`", 2, 9),
    "defaults of nothing": (f"{X} node }}", "found '}', expected `[`", 2, 7),
    "no name": ("digraph { a }", "no name", 1, 1),
    "two starts from one point": (f"{X} s [shape=point]\n s -> a\n s -> b\n}}", "'a'", 4, 2),
    "two starts from two points": (TWO_STARTS, "'a'", 4, 2),
    "an edge into the start": (f"{X} s [shape=point]\n  a -> s\n}}", "start point", 3, 3),
    "an edge without a label": (f"{X} a -> b\n}}", "'a' -> 'b' has no label", 2, 2),
    "twin labels": (f'{X} a [label="q"]\n b [label="q"]\n}}', "two nodes show 'q'", 3, 2),
    "an empty label": (an_edge(""), "found the end, expected an event", 2, 16),
    "code as a guard": (an_edge("a [__import__('os')]"), "expected a guard", 2, 16),
    "a label of 201 signs": (an_edge("b" * 201), "201 characters", 2, 16),
    "a count too large": (an_edge(rf"a\n{TIMES} " + "9" * 31), "expected the end", 2, 16),
    "an unknown escape": (an_edge(r"\q"), r"escape `\q`", 2, 16),
    "the escape for the graph": (f'{X} a [label="\\G"] }}', r"escape `\G`", 2, 11),
    "an unknown escape in the title": (f'{X} label="\\T" }}', r"escape `\T`", 2, 8),
    "an unfinished escape": (f'{X} a [label="&#92;"] }}', r"escape `\`", 2, 11),
    "one byte too many": ("digraph x {}".ljust(LIMIT + 1), f"{LIMIT} bytes", 0, 0),
    "a label of 200 kB": (an_edge("b" * 200_000), "more than 4000", 2, 16),
    "a name of 200 kB": (f"{X} {'b' * 200_000} }}", "more than 4000", 2, 2),
    "a label with two long names": (NAME_TWICE, "more than 4000", 3, 9),
    "100,000 braces": (X + "{" * 100_000 + "}" * 100_000, "braces", 2, 1),
    "100,000 brackets": (f"{X} a" + "[" * 100_000, "found '[', expected a name", 2, 4),
    "80,000 arrows": (X + "a->" * 80_000, "found '->', expected", 2, 5),
    "100,000 backslashes": (f'{X} "' + "\\" * 200_000, "string never ends", 2, 2),
    "1,001 nodes": (X + "".join(f"n{i}\n" for i in range(1001)) + "}", "1000 nodes", 1002, 1),
    "5,001 edges": (X + "a->b[label=c]\n" * 5001 + "}", "5000 edges", 5002, 1),
}


@pytest.mark.parametrize(("dot", "words", "line", "column"), MALFORMED.values(), ids=MALFORMED)
@pytest.mark.one_in(4)
def test_anything_else_is_refused(dot: str | bytes, words: str, line: int, column: int) -> None:
    with pytest.raises(DotError) as refused:
        read(dot)
    error = refused.value
    assert words in str(error)
    assert (error.line, error.column) == (line, column)
    assert str(error).startswith(f"line {line}, column {column}: ") == bool(line)
    assert len(str(error)) < 400
    assert str(error).isprintable()


@pytest.mark.sweep
def test_as_many_bytes_nodes_and_edges_as_are_allowed_are_read() -> None:
    nodes = "".join(f"n{i}\n" for i in range(998))
    edges = "".join(f"a->b[label={i}]\n" for i in range(5000))
    automaton = read(f"digraph x {{ a b {nodes} {edges} }}".ljust(LIMIT)).automaton
    assert (len(automaton.states), len(automaton.transitions)) == (1000, 5000)
