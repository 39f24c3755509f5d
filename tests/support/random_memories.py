"""Memories made of text: by hand, or by chance in the plain subset that other languages know."""

import linecache
from itertools import count
from random import Random
from textwrap import indent
from typing import Any

from hanoi_fsm import Automaton, Machine

HEAD = """
from typing import NamedTuple
from hanoi_fsm import Memory, action, guard
from hanoi_fsm.fsm.errors import BadInput
"""
CLASS = """
class Own(Memory):
    def __init__(self) -> None:
{fields}

    @action
    def act(self) -> None:
        "do it"
{act}

{more}
"""
numbers = count()
NUMBERS = [0, 1, -1, 2, 3, 7, -5, 2**31, -(2**31) - 1, 2**53 - 1, 1 - 2**53]
OUTPUT = {
    "number": "{number}",
    "bool": "{truth}",
    "text": 'f"{{{number}}} {{self.word}}{{{number}:03}}" + (" b" if {truth} else "")',
}


def own(act: str, fields: str = "self.n = 3", more: str = "", head: str = "") -> str:
    """The text of a memory with one action, from the lines in it."""
    inner = [indent(lines, " " * wide) for lines, wide in ((fields, 8), (act, 8), (more, 4))]
    return head + CLASS.format(fields=inner[0], act=inner[1], more=inner[2])


def machine_of(text: str) -> Machine:
    """The machine with an event per action of a memory, whose source is known to `inspect`."""
    file, source = f"<memory {next(numbers)}>", HEAD + text
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(source, file, "exec"), names)
    table = "\n".join(f"a -> a : do_{word} / {word}" for word in names["Own"].actions())
    return Machine(Automaton.from_table("own", initial="a", final=(), table=table), names["Own"])


class RandomMemory:
    """Writes the text of a memory: `names` are the locals that have a number."""

    def __init__(self, random: Random) -> None:
        self.random, self.names, self.depth = random, list[str](), 0
        self.output = OUTPUT[random.choice([*OUTPUT])]

    def text(self) -> str:
        number, pick = self.random.choice, self.random.sample
        items = [f"[{', '.join(map(str, pick(NUMBERS, 3)))}]", "[0] * 4", "[5]"]
        fields = [f"self.n{at} = {number(NUMBERS)}" for at in range(3)]
        fields += [f"self.flag = {number([True, False])}", f"self.word = {number(['', 'w %d'])!r}"]
        fields += [f"self.a = {number(items)}", f"self.b = {number(items)}", "self.pair = (1, -2)"]
        fields += ["self.maybe: int | None = 7", "self.rows = [[1], [2, 3]]"]
        self.names = ["x", "y"]
        more = f"def pure(self, x: int, y: int = 4) -> int:\n    return {self.number()}\n"
        more += f"def changes(self, x: int, y: int) -> int:\n{self.block(3)}\n"
        more += f"    return {self.number()}\n"
        for word in ("more", "last"):
            self.names = []
            more += f'@action\ndef {word}(self) -> None:\n    "do {word}"\n{self.block(5)}\n'
        self.names = []
        return own(
            self.block(6).replace("    ", "", 1).replace("\n    ", "\n"), "\n".join(fields), more
        )

    def block(self, most: int) -> str:
        names, self.depth = list(self.names), self.depth + 1
        lines = [self.statement() for _ in range(self.random.randint(1, most))]
        if self.depth == 1:
            lines.append(f"self.output = {self.put()}")
        self.names, self.depth = names, self.depth - 1
        return indent("\n".join(lines), "    ")

    def put(self) -> str:
        return self.output.format(number=self.number(1), truth=self.truth())

    def statement(self) -> str:
        random = self.random
        if self.depth < 3 and random.random() < 0.3:
            return self.compound()
        if self.depth == 1 and random.random() < 0.2:
            new = [
                "self.a = list(self.b)",
                f"self.b = [{self.number()}] * 3",
                "self.a = self.rows[0]",  # but never self.b, over which loops go
                "self.rows[0] = self.a",
            ]
            return random.choice([*new, f"self.rows.append([{self.number()}])"])
        number, items = self.number(), random.choice(["self.a", "self.rows[0]"])
        place = random.choice(["self.n0", "self.n1", "self.n2", f"{items}[{self.index(items)}]"])
        name = random.choice("xyz")
        statement = random.choice([
            f"{name} = {number}", f"{name} = {number}", f"{place} = {number}",
            f"{place} {random.choice('+-')}= {number}", f"{items}.append({number})",
            f"if len({items}) > 1:\n    self.n0 = {items}.pop()", f"self.flag = {self.truth()}",
            f"self.pair = {number}, {self.number(1)}", "self.n0, self.n1 = self.n1, self.pair[0]",
            f"{name}, self.n2 = {number} // 7, {name} % {random.choice([3, -7, 2**40])}"
            if name in self.names
            else "pass",
            f"{name} = self.changes({number}, {self.number(1)})" if "w" in self.names else "pass",
            f"if self.maybe is not None:\n    self.n1 = self.maybe\nself.maybe = {number}",
            'self.word = f"{self.n2 % 100}" + (self.word if self.n1 > 0 else "")',
            "self.maybe = None", f"self.output = {self.put()}", f"{name} = {number} % self.n0",
            f"{name} = self.n1 // (self.n0 - 2)",
            f"cells = {items}\ncells.append({number})\nself.n1 = len(cells)",
            f"if {self.truth()}:\n    raise BadInput(f\"no {{self.n0}}: {{{number}}}\")",
        ])  # fmt: skip
        if statement.startswith(f"{name} ="):
            self.names.append(name)
        return statement

    def compound(self) -> str:
        random = self.random
        bound = random.choice(["3", "0, 9, 4", "3, 0, -1", "len(self.a) % 4"])
        head = random.choice([
            f"if {self.truth()}", f"for at_{self.depth} in range({bound})", "while",
            f"for at_{self.depth} in self.b",
        ])  # fmt: skip
        if head.startswith("if"):
            return f"{head}:\n{self.block(3)}\nelse:\n{self.block(2)}"
        name = [f"at_{self.depth}"] if head[0] == "f" else []
        self.names += name
        body = self.block(3)
        self.names = self.names[: len(self.names) - len(name)]
        if head == "while":
            left = f"left_{self.depth}"
            head = f"{left} = 3\nwhile {left} > 0 and ({self.truth()})"
            body = f"    {left} -= 1\n{body}"
        return f"{head}:\n{body}"

    def index(self, items: str) -> str:
        return self.random.choice(["0", "1", "2", f"len({items}) - 1", "self.n0 % 3", "self.n0"])

    def truth(self) -> str:
        sign = self.random.choice(["==", "!=", "<", "<=", ">", ">="])
        one, two = self.number(1), self.number(1)
        return self.random.choice([
            f"{one} {sign} {two}", f"{one} {sign} {two}", "self.flag",
            "0 <= self.n1 and self.n1 < self.n2",
            f"not self.flag or {one} {sign} {two}", f"self.flag and bool({one})",
            "self.maybe is None", "self.word == ''",
            "bool(self.a)",
        ])  # fmt: skip

    def number(self, depth: int = 3) -> str:
        random = self.random
        leaves = [str(random.choice(NUMBERS)), "self.n0", "self.n1", "self.n2", "self.pair[1]"]
        leaves += [*self.names, "len(self.a)", "self.a[0]", "self.b[-1]", "int(self.flag)"]
        if depth == 0 or random.random() < 0.3:
            return random.choice(leaves)
        one, two = self.number(depth - 1), self.number(depth - 1)
        by = random.choice([3, -3, 2**32, 1 - 2**53, -1])
        return random.choice([
            f"({one} {random.choice('+-')} {two})", f"({one} {random.choice('&|^')} {two})",
            f"({one} * {by})", f"({one} {random.choice(['//', '%'])} {by})", f"-{one}",
            f"({one} {random.choice(['<<', '>>'])} {random.choice([0, 1, 31, 70])})",
            f"{random.choice(['min', 'max'])}({one}, {two})", f"abs({one})",
            f"({one} if {self.truth()} else {two})" if depth > 1 else one,
            f"(int(self.flag) + {one})",
            f"self.a[{self.index('self.a')}]", f"self.rows[1][{self.index('self.rows[1]')}]",
        ])  # fmt: skip


def random_memory(random: Random) -> str:
    """A memory by chance: it may stop, and some of it may be outside of the subset."""
    return RandomMemory(random).text()
