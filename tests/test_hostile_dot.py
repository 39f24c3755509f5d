"""Malformed and hostile DOT: all of it is refused with line and column, and none of it is run."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_reader import Drawing, read, read_file
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import DefinitionError, DotError, HanoiError, NotationError, UnknownName
from hanoi_fsm.fsm.notation import parse_label, parse_row
from hanoi_fsm.fsm.validation import faults
from hanoi_fsm.hanoi import automata, checking, solving

pytestmark = pytest.mark.usefixtures("no_hang")

TWO_STOREY = automata.SOLVERS["two-storey"]
DOT = Diagram(TWO_STOREY.automaton).dot
LIMIT = 256 * 1024
TIMES = "\N{MULTIPLICATION SIGN}"
NAME = r"\N"


def an_edge(label: str) -> str:
    """A diagram whose second line is an edge with that label, in column 16."""
    return f'digraph x {{\n a -> b [label="{label}"]\n}}'


MALFORMED: dict[str, tuple[str | bytes, str, int, int]] = {
    "empty": ("", "the text is empty: write `digraph NAME { ... }`", 0, 0),
    "an empty file": (b"", "the text is empty", 0, 0),
    "only blanks": (" \n\t\r\n", "the text is empty", 0, 0),
    "only a byte order mark": (b"\xef\xbb\xbf", "the text is empty", 0, 0),
    "only a comment": ("// digraph x {}\n", "ends too early: close it with `}`", 2, 1),
    # No text at all
    "an image": (b"\x89PNG\r\n\x1a\n", "not UTF-8: save the file as UTF-8 text", 1, 1),
    "a program": (b"\x7fELF\x02\x01\x01\x00", "there is a NUL byte", 1, 8),
    "a NUL": ("digraph x {\n a\0 }", "there is a NUL byte: give a text in UTF-8", 2, 3),
    "a NUL in bytes": (b"digraph x {\n a\0 }", "there is a NUL byte", 2, 3),
    "UTF-16 with a mark": ("digraph x {}".encode("utf-16"), "not UTF-8", 1, 1),
    "UTF-16 without a mark": ("digraph x {}".encode("utf-16-be"), "a NUL byte", 1, 1),
    "Latin-1": ("digraph x {\n  é }".encode("latin-1"), "not UTF-8", 2, 3),
    "a surrogate": ("\ud800", r"found '\ud800', expected `digraph`", 1, 1),
    "another language": ("def digraph(x): pass", "found 'def', expected `digraph`", 1, 1),
    # Something never ends, or ends too early
    "a string without an end": (
        'digraph x {\n  a [label="b\n}',
        "this string never ends, close its quotes",
        2,
        12,
    ),
    "a string that escapes its end": ('digraph x {\n "a\\" }', "this string never ends", 2, 2),
    "a comment without an end": ("digraph x {\n/* }", "this comment never ends, close it", 2, 1),
    "a slash": ("digraph x {\n a / b }", "'/': it has no meaning here", 2, 4),
    "no brace": ("digraph x", "the text ends too early: close it with `}`", 1, 10),
    "one brace": ("digraph x {\n", "the text ends too early", 2, 1),
    "a bracket without an end": (
        "digraph x {\n a [b=c\n}",
        "found '}', expected a name or `]`",
        3,
        1,
    ),
    "a bracket too many": ("digraph x {\n a ] }", "found ']', expected", 2, 4),
    "a brace too many": ("digraph x {\n}}", "found '}', expected the end", 2, 2),
    "two diagrams": ("digraph x {}\ndigraph y {}", "'digraph', expected the end", 2, 1),
    # DOT that is outside the subset
    "an HTML label": (
        "digraph x {\n a [label=<b>]}",
        "HTML-like text is outside the subset",
        2,
        11,
    ),
    "an HTML name": ("digraph x {\n <a> }", "HTML-like text", 2, 2),
    "a port": ("digraph x {\n a:n -> b }", "ports are outside the subset", 2, 3),
    "a port of a target": ("digraph x {\n a -> b:n:w }", "ports are", 2, 8),
    "a chain of edges": (
        "digraph x {\n a -> b -> c }",
        "found '->', expected `[` or a name or `}` or `;`: write every edge as a statement",
        2,
        9,
    ),
    "a subgraph": ("digraph x {\n subgraph y { a } }", "subgraphs are outside the subset", 2, 13),
    "a subgraph without a name": ("digraph x {\n subgraph { a } }", "subgraphs are", 2, 11),
    "a subgraph without braces": ("digraph x {\n subgraph }", "`subgraph` is a keyword", 2, 2),
    "a block": ("digraph x {\n { a } }", "take the braces out", 2, 2),
    "a block as a target": ("digraph x {\n a -> {b c} }", "take the braces out", 2, 7),
    "all to all": ("digraph x {\n {a b} -> {c d} }", "take the braces out", 2, 2),
    "an undirected edge": ("digraph x {\n a -- b }", "edges are directed here, write `->`", 2, 4),
    "an undirected graph": ("graph x { a -- b }", "found 'graph', expected `digraph`", 1, 1),
    "a strict graph": ("strict digraph x { }", "found 'strict', expected `digraph`", 1, 1),
    "a joined string": ('digraph x {\n a ["b" + "c"] }', "strings are not joined", 2, 9),
    "a keyword as a name": ("digraph x {\n a -> node }", "put it into quotes", 2, 7),
    "a keyword as a source": ("digraph x {\n Edge -> a }", "found '->', expected `[`", 2, 7),
    "a sign from elsewhere": ("digraph x {\n a @ b }", "'@': it has no meaning here", 2, 4),
    "a backslash": ("digraph x {\n a\\b }", r"'\\': it has no meaning here", 2, 3),
    # Statements with a part missing
    "an edge to nowhere": ("digraph x {\n a -> }", "found '}', expected a name", 2, 7),
    "an edge from nowhere": ("digraph x {\n -> a }", "found '->', expected a name or `}`", 2, 2),
    "attributes of nothing": ("digraph x {\n [a=b] }", "found '[', expected a name or `}`", 2, 2),
    "an attribute without a value": ("digraph x {\n a [b] }", "found ']', expected `=`", 2, 6),
    "an attribute without a name": ("digraph x {\n a [=b] }", "'=', expected a name or `]`", 2, 5),
    "a setting without a value": ("digraph x {\n a = }", "found '}', expected a name", 2, 6),
    "two commas": ("digraph x {\n a [b=c,,d=e] }", "found ',', expected a name or `]`", 2, 9),
    "defaults of nothing": ("digraph x {\n node }", "found '}', expected `[`", 2, 7),
    # Diagrams that show no automaton
    "no name": ("digraph { a }", "the diagram has no name: write `digraph NAME {`", 1, 1),
    "two starts from one point": (
        "digraph x {\n s [shape=point]\n s -> a\n s -> b\n}",
        "a second edge leads from a start, the first led to 'a': keep one",
        4,
        2,
    ),
    "two starts from two points": (
        "digraph x {\n node [shape=point] s t node [shape=box]\n s -> a\n t -> a\n}",
        "a second edge leads from a start",
        4,
        2,
    ),
    "an edge into the start": (
        "digraph x {\n s [shape=point]\n  a -> s\n}",
        "this edge leads to the start point: lead it from there",
        3,
        3,
    ),
    "an edge without a label": (
        "digraph x {\n a -> b\n}",
        "the edge 'a' -> 'b' has no label: write `[label=\"event [guard] / action\"]`",
        2,
        2,
    ),
    "twin labels": (
        'digraph x {\n a [label="q"]\n b [label="q"]\n}',
        "two nodes show 'q': label them differently",
        3,
        2,
    ),
    "a label like another's name": ("digraph x {\n b\n a [label=b]\n}", "two nodes show 'b'", 3, 2),
    # Labels
    "an empty label": (an_edge(""), "character 1: found the end, expected an event", 2, 16),
    "a blank label": (an_edge(r" \l \l"), "found the end, expected an event", 2, 16),
    "no event": (an_edge("/ x"), "character 1: found `/`, expected an event", 2, 16),
    "two events": (an_edge("a b"), "found `b`, expected the end", 2, 16),
    "no guard": (an_edge("a []"), "character 4: found `]`, expected a guard", 2, 16),
    "half a conjunction": (an_edge("a [x & ]"), "found `]`, expected a guard", 2, 16),
    "a guard twice negated": (an_edge("a [!!x]"), "found `!`, expected a guard", 2, 16),
    "guards without an end": (an_edge("a [x"), "found the end, expected `]`", 2, 16),
    "no action": (an_edge("a /"), "found the end, expected an action", 2, 16),
    "two actions": (an_edge("a / x / y"), "found `/`, expected the end", 2, 16),
    "a count too large": (an_edge(rf"a\n{TIMES} " + "9" * 31), "expected the end", 2, 16),
    "a label with no printable sign": (an_edge("\u202e"), "in printable characters", 2, 16),
    "a call as an action": (an_edge("a / x()"), "`x()`, expected an action (letters", 2, 16),
    "a path as an action": (an_edge("a / os.system"), "`os.system`, expected an action", 2, 16),
    "code as a guard": (an_edge("a [__import__('os')]"), "expected a guard (letters", 2, 16),
    "an unknown escape": (an_edge(r"\q"), r"the escape `\q` is outside the subset", 2, 16),
    "the escape for the edge": (an_edge(r"\E"), r"the escape `\E` is outside", 2, 16),
    "the escape for the graph": ('digraph x {\n a [label="\\G"] }', r"the escape `\G`", 2, 11),
    "an unknown escape in a name": ('digraph x {\n "\\q" }', r"the escape `\q`", 2, 2),
    "an unknown escape in the title": ('digraph x {\n label="\\T" }', r"the escape `\T`", 2, 8),
    "an unfinished escape": ('digraph x {\n a [label="&#92;"] }', r"the escape `\`", 2, 11),
    "a label of 201 signs": (an_edge("b" * 201), "201 characters, expected at most 200", 2, 16),
    # Too much of something
    "a label of 300 kB": (an_edge("b" * 300_000), "longer than 262144 bytes", 0, 0),
    "a label of 200 kB": (an_edge("b" * 200_000), "this label has more than 4000", 2, 16),
    "a name of 200 kB": (f"digraph x {{\n {'b' * 200_000} }}", "this label has more than", 2, 2),
    "a label with two long names": (
        f'digraph x {{\n "{"b" * 3000}"\n [label="{NAME}{NAME}"] }}',
        "this label has more than 4000",
        3,
        9,
    ),
    "one byte too many": ("digraph x {}".ljust(LIMIT + 1), "longer than 262144 bytes", 0, 0),
    "100,000 braces": ("digraph x {\n" + "{" * 100_000, "take the braces out", 2, 1),
    "100,000 closed braces": ("digraph x {\n" + "{" * 100_000 + "}" * 100_000, "braces out", 2, 1),
    "100,000 brackets": ("digraph x {\n a" + "[" * 100_000, "found '[', expected a name", 2, 4),
    "100,000 parentheses": ("digraph x {\n a" + "(" * 100_000, "'(': it has no meaning", 2, 3),
    "100,000 arrows": ("digraph x {\n" + "a->" * 80_000, "found '->', expected", 2, 5),
    "100,000 backslashes": ('digraph x {\n "' + "\\" * 200_000, "string never ends", 2, 2),
    "100,000 stars": ("digraph x {\n /" + "*" * 200_000, "comment never ends", 2, 2),
    "all of 500 to all of 500": (
        f"digraph x {{\n {{{'a ' * 500}}} -> {{{'b ' * 500}}} }}",
        "take the braces out",
        2,
        2,
    ),
    "1,001 nodes": (
        "digraph x {\n" + "".join(f"n{i}\n" for i in range(1001)) + "}",
        "more than 1000 nodes: draw a smaller one",
        1002,
        1,
    ),
    "5,001 edges": (
        "digraph x {\n" + "a -> b [label=c]\n" * 5001 + "}",
        "more than 5000 edges: draw a smaller one",
        5002,
        1,
    ),
}


@pytest.mark.parametrize(
    ("dot", "message", "line", "column"), MALFORMED.values(), ids=list(MALFORMED)
)
def test_what_is_no_state_diagram_is_refused_with_its_place(
    dot: str | bytes, message: str, line: int, column: int
) -> None:
    with pytest.raises(DotError) as refused:
        read(dot)
    error = refused.value
    assert message in str(error)
    assert (error.line, error.column) == (line, column)
    assert str(error).startswith(f"line {line}, column {column}: ") == bool(line)
    assert len(str(error)) < 400
    assert str(error).isprintable()


def test_as_many_nodes_and_edges_as_are_allowed_are_read() -> None:
    nodes = "".join(f"n{i}\n" for i in range(1000))
    assert len(read(f"digraph x {{ {nodes} }}").automaton.states) == 1000
    edges = "".join(f"a -> b [label={i}]\n" for i in range(5000))
    assert len(read(f"digraph x {{ {edges} }}").automaton.transitions) == 5000
    assert read("digraph x {}".ljust(LIMIT)).automaton.name == "x"


# What would take time or memory out of proportion to its size

ALIKE = "state" * 37
BOMBS = {
    "defaults of many nodes": f"node [{''.join(f'a{i}=1,' for i in range(25_000))}]"
    + "".join(f"n{i} " for i in range(1000)),
    "defaults of many edges": f"edge [label=b,{''.join(f'a{i}=1,' for i in range(20_000))}]"
    + "a->b " * 5000,
    "a name put in many times": f'"{"a" * 100_000}" [label="{NAME * 70_000}"]',
    "a long default label": f'node [label="{"b" * 100_000}"]'
    + "".join(f"n{i} " for i in range(1000)),
    "many unknown states": "".join(
        f"state_{i:03}->stato_{(7 * i + j) % 390:03}[label=a]"
        for i in range(400)
        for j in range(12)
    ),
    "unknown states with long names": "".join(
        f"{ALIKE}{i:03}->{ALIKE[::-1]}{i:03}[label=a]" for i in range(490)
    ),
    "many statements": "a;" * 60_000,
}


@pytest.mark.parametrize("body", BOMBS.values(), ids=list(BOMBS))
def test_no_diagram_takes_much_memory_or_time(body: str, tmp_path: Path) -> None:
    """It is checked by a process that may have 1 GB of addresses; a second or two are usual."""
    dot = f'digraph "two-storey" {{ {body} }}'
    assert len(dot) <= LIMIT
    file = tmp_path / "bomb.dot"
    file.write_text(dot)
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30));"
        "from hanoi_fsm.cli import main; sys.exit(main(['check', sys.argv[1]]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", limited, file],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert ran.returncode in (1, 2)
    assert "memory than" not in ran.stderr
    assert "Traceback" not in ran.stderr
    assert len(ran.stdout + ran.stderr) < 400_000


# What is shown of it, and what is run

NASTY = [
    "<script>alert(1)</script>",
    "<b>&amp;</b>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE states; --",
    "]]>",
    "&lt;script&gt;",
    r"\N\G\T",
    "$(reboot)",
    "%s%n",
]


@pytest.mark.parametrize("name", NASTY)
def test_labels_are_shown_as_text_and_as_nothing_else(name: str) -> None:
    automaton = Automaton(name, (name, "end"), name, frozenset(["end"]), (), name)
    root = ET.fromstring(Diagram(automaton).render("svg", "wasm"))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "g", "title", "text", "path", "polygon", "polyline", "ellipse"}
    texts = [" ".join("".join(text.itertext()).split()) for text in root.iter()]
    assert texts.count(name) >= 4  # label and title, of the state and of the automaton


def test_looks_are_passed_over_and_do_not_come_back() -> None:
    looks = 'URL="javascript:alert(1)" image="/etc/passwd" shapefile="/etc/passwd" class=evil'
    drawing = read(
        f'digraph x {{ imagepath="/etc" stylesheet="evil" {looks.replace(" ", ";")}\n'
        f"node [{looks}]; edge [{looks}]; s [shape=point]; s -> a [{looks}];"
        f'a -> b [{looks} label="step"]; b [{looks} shape=doublecircle] }}'
    )
    again = Diagram(drawing.automaton).dot
    assert read(again).automaton == drawing.automaton
    for word in ("javascript", "passwd", "evil"):
        assert word not in again


def drawn(label: str) -> str:
    """A diagram over the memory two-storey with one transition of that label, in line 2."""
    return (
        'digraph x { label="x over two-storey"; s [shape=point]; s -> a; b [peripheries=2];\n'
        f'a -> b [label="{label}"]; }}'
    )


@pytest.mark.parametrize(
    "word",
    [
        "__import__",
        "__init__",
        "__class__",
        "__del__",
        "_declare",
        "copy",
        "key",
        "show",
        "guards",
        "state",
        "output",
        "trigger",
        "pegs",
        "target",
        "eval",
        "exec",
        "built_",
    ],
)
@pytest.mark.parametrize(("kind", "label"), [("guard", "step [{}]"), ("action", "step / {}")])
def test_only_words_of_the_vocabulary_are_let_through(
    word: str, kind: str, label: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.dot"
    file.write_text(drawn(label.format(word)))
    expected = f"line 2: the memory 'two-storey' has no {kind} '{word}'"
    with pytest.raises(DefinitionError, match=expected):
        solving.find(str(file))


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("step / built", "has no action 'built': it is a guard"),
        ("step [carry]", "has no guard 'carry': it is an action"),
        ("step [bilt]", "has no guard 'bilt': did you mean 'built'?"),
        ("step / cary", "has no action 'cary': did you mean 'carry'?"),
        ("step [xyz]", "has no guard 'xyz': known are built, ahead_smaller"),
    ],
)
def test_a_wrong_word_is_explained(label: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "x.dot"
    file.write_text(drawn(label))
    with pytest.raises(DefinitionError) as refused:
        solving.find(str(file))
    assert f"line 2: the memory 'two-storey' {message}" in str(refused.value)


@pytest.mark.parametrize("event", ["built", "carry", "__class__", "copy", "state", "trigger"])
def test_an_event_cannot_take_the_place_of_a_method(event: str, tmp_path: Path) -> None:
    file = tmp_path / "x.dot"
    file.write_text(drawn(event))
    with pytest.raises(DefinitionError, match=f"event '{event}' is a name of the memory itself"):
        solving.find_solver(str(file)).run(3)


@pytest.mark.parametrize("memory", ["os", "hanoi_fsm.automata", "__main__", "two-store", ""])
def test_a_memory_is_taken_from_the_known_ones_only(memory: str, tmp_path: Path) -> None:
    file = tmp_path / "x.dot"
    file.write_text(drawn("step").replace("over two-storey", f"over {memory}"))
    with pytest.raises(UnknownName, match="names no known memory"):
        solving.find(str(file))


# Files


def test_of_a_huge_file_only_the_beginning_is_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.dot"
    with file.open("wb") as stream:
        stream.write(DOT.encode())
        stream.truncate(100_000_000)  # a hole: it takes no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(DotError, match="longer than 262144 bytes"):
            read_file(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * LIMIT


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_file_without_an_end_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "endless.dot"
    file.symlink_to("/dev/zero")
    with pytest.raises(DotError, match="longer than 262144 bytes"):
        solving.find(str(file))


def test_a_folder_is_no_diagram(tmp_path: Path) -> None:
    folder = tmp_path / "folder.dot"
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        solving.find(str(folder))


def test_a_missing_file_is_missed(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        solving.find(str(tmp_path / "missing.dot"))


# Anything at all

WORDS = st.sampled_from(
    [
        *("digraph", "node", "edge", "graph", "{", "}", "[", "]", "->", "=", ";", ",", '"', "\\"),
        *("/*", "*/", "//", "#", "\n", " ", "<", ">", ":", "-1", ".5", "\0", "\ufeff"),
        *("a", "b", "label", "shape", "point", "peripheries", "2", '"step [!built] / carry"'),
        *(f'"{TIMES} 3"', '"&lt;"', f'"{NAME}"'),
    ]
)
SIGNS = st.characters()


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The DOT of two-storey with some spans deleted, doubled, moved or overwritten."""
    text = DOT
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12) | st.integers(0, 200))
        span = text[start:end]
        other = draw(
            st.sampled_from(["", span * 2, text[end : end + 9] + span]) | WORDS | st.text()
        )
        text = text[:start] + other + text[end:]
    return text


def drawing_or_none(dot: str | bytes) -> Drawing | None:
    """What `read` gives; None where it refuses in the way that it promises."""
    try:
        drawing = read(dot)
    except HanoiError as error:
        assert str(error).isprintable()
        return None
    assert isinstance(drawing, Drawing)
    return drawing


@given(st.text(SIGNS) | st.lists(WORDS, max_size=40).map(" ".join))
@example("digraph \ud800 {}")
def test_any_text_is_a_diagram_or_is_refused(text: str) -> None:
    drawing_or_none(text)


@given(st.binary() | st.lists(WORDS, max_size=40).map("".join).map(str.encode))
def test_any_bytes_are_a_diagram_or_are_refused(data: bytes) -> None:
    drawing_or_none(data)


@settings(max_examples=200)
@given(mutated())
def test_any_change_of_a_diagram_is_a_diagram_or_is_refused(dot: str) -> None:
    drawing = drawing_or_none(dot)
    if drawing is None:
        return
    automaton = drawing.automaton
    found = faults(automaton, TWO_STOREY.memory)
    assert all(fault.text.isprintable() for fault in found)
    if not found:
        again = read(Diagram(automaton, counts=drawing.counts).dot)
        assert (again.automaton, again.counts) == (automaton, drawing.counts)
        machine = solving.Machine(replace(TWO_STOREY, automaton=automaton), "x", drawing.lines)
        report = checking.check(machine, disks=3)
        assert report.holds == (report.difference is None)
        assert str(report).isprintable()


@given(st.text(SIGNS) | st.text("ab ![]&/:->\n\t", max_size=20))
@example("step [!built & ahead_smaller] / carry")
def test_any_text_is_a_label_or_is_refused(text: str) -> None:
    try:
        label = parse_label(text)
    except NotationError as error:
        assert str(error).isprintable()
    else:
        assert parse_label(str(label)) == label


@given(st.text(SIGNS) | st.text("ab ![]&/:->\n\t", max_size=20))
@example("base -> crown : step [!built] / carry")
@example("->->-> ::a")
def test_any_text_is_a_row_or_is_refused(text: str) -> None:
    try:
        row = parse_row(text)
    except NotationError as error:
        assert str(error).isprintable()
    else:
        assert parse_row(str(row)) == row
