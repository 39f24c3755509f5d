"""Names, strings and comments in C, and the paragraphs that a program needs."""

import re
from collections.abc import Iterable
from importlib.resources import files

from hanoi_fsm.fsm.search import reachable

LONGEST_NAME = 40
"""The characters of a name that are kept in an identifier: C tells 63 apart."""
_DEFINED = re.compile(
    r"^(?:NORETURN static|static|INLINE) (?:\w+ )+\**(?:const )?(\w+)(?:\(|\[\] =)", re.MULTILINE
)
_COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', re.DOTALL)


def paragraphs_of(package: str, *names: str) -> list[str]:
    """The paragraphs of the C files of these names in a package, one file after the other."""
    texts = (files(package).joinpath(f"{name}.c").read_text("ascii") for name in names)
    return [paragraph for text in texts for paragraph in text.strip().split("\n\n")]


def linked(paragraphs: Iterable[str]) -> list[str]:
    """The paragraphs without the functions and tables that nothing else needs.

    A compiler would warn of them. Such a paragraph begins as `static` ones do.

    >>> linked(["static int x(void) {}", "static int y(void) {}", "int main(void) { x(); }"])
    ['static int x(void) {}', 'int main(void) { x(); }']
    """
    texts = list(paragraphs)
    words = [set(re.findall(r"\w+", _COMMENT_OR_STRING.sub(" ", one))) for one in texts]
    named = [defined(one) for one in texts]
    where = {name: at for at, name in enumerate(named) if name}
    starts = [at for at, name in enumerate(named) if not name]
    kept = reachable(starts, lambda at: [where[word] for word in words[at] & where.keys()])
    return [texts[at] for at in sorted(kept)]


def defined(paragraph: str) -> str:
    """The name of the static function or table that a paragraph of C defines, or ""."""
    found = _DEFINED.search(_COMMENT_OR_STRING.sub("", paragraph))
    return found[1] if found else ""


def identifiers(names: Iterable[str], stem: str) -> dict[str, str]:
    """A C identifier for each name, all different, and different from all without the stem.

    >>> identifiers(["a b", "a_b", "int", "é"], "state")
    {'a b': 'state_a_b', 'a_b': 'state_a_b_2', 'int': 'state_int', 'é': 'state_4'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for number, name in enumerate(names, 1):
        plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:LONGEST_NAME]
        free = f"{stem}_{plain or number}"
        while free in taken:
            free = f"{free}_{number}"
        taken.add(free)
        found[name] = free
    return found


def literal(text: str) -> str:
    r"""A C string of the text, in ASCII and without trigraphs.

    >>> print(literal('say "é??/"'))
    "say \"\303\251\?\?/\""
    """
    return '"' + "".join(map(_in_literal, text.encode("utf-8", "backslashreplace"))) + '"'


def _in_literal(byte: int) -> str:
    one = chr(byte)
    if one in '"\\?':
        return "\\" + one
    return one if " " <= one <= "~" else f"\\{byte:03o}"


def literal_in_format(text: str) -> str:
    """A C string of the text as a part of a `printf` format."""
    return literal(text.replace("%", "%%"))


def comment(text: str) -> str:
    r"""A text that neither ends a comment nor begins one, in ASCII and without trigraphs.

    >>> print(comment("é **/ /*/ ???/ back\\"))
    \xe9 ** / / * / ? ? ?/ back\
    """
    plain = text.encode("ascii", "backslashreplace").decode()
    return re.sub(r"\*(?=/)|/(?=\*)|\?(?=\?)", r"\g<0> ", plain)
