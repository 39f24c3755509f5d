"""The modules of the page can be put one after the other, and never make text into HTML."""

import re
from collections import Counter
from pathlib import Path

import hanoi_fsm.watching.page

WEB = Path(hanoi_fsm.watching.page.__file__).parent / "web"
MODULES = sorted(WEB.rglob("*.js"))

DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", re.MULTILINE
)
UNPACKED = re.compile(r"^(?:export )?(?:const|let) [\[{](.*?)[\]}] =", re.MULTILINE | re.DOTALL)
EXPORTED = re.compile(r"^export (?:async )?(?:const|class|function) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r'^import \{([\w,\s]+)\} from "(\.{1,2}/[\w./-]+\.js)";$', re.MULTILINE)

UNSAFE = (
    *("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "createContextualFragment"),
    *("eval(", "new Function", "setHTMLUnsafe", "srcdoc", "javascript:", "text/html"),
    *('"style"', "cssText", "localStorage", "sessionStorage", "document.cookie"),
)
NETWORK = ("fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", ".src =")


def names_in(text: str) -> list[str]:
    """The names that a module declares at its top level."""
    parts = [part for group in UNPACKED.findall(text) for part in group.split(",")]
    unpacked = [re.split(r"[:=]", part)[-1].strip(" .\n") for part in parts if part.strip()]
    return DECLARED.findall(text) + unpacked


def test_no_two_modules_declare_the_same_name() -> None:
    count = Counter(name for file in MODULES for name in names_in(file.read_text("utf-8")))
    assert count
    assert [name for name, many in count.items() if many > 1] == []


def test_the_names_at_the_top_level_are_seen_in_each_form() -> None:
    forms = "const a = 1;\nexport class B {}\nasync function c() {}\nlet [d, e] = f;\n"
    assert names_in(forms + "const { g, h: i } = j;\n  const inner = 2;\n") == list("aBcdegi")


def test_imports_have_one_form_and_name_what_the_other_module_exports() -> None:
    for file in MODULES:
        text = file.read_text("utf-8")
        found = IMPORTED.findall(text)
        assert len(re.findall(r"^import\b|^\} from|\bimport\(", text, re.MULTILINE)) == sum(
            2 if "\n" in names else 1 for names, _ in found
        ), file.name
        for names, other in found:
            exported = EXPORTED.findall((file.parent / other).read_text("utf-8"))
            wanted = {name.strip() for name in names.split(",")} - {""}
            assert wanted <= set(exported), (file.name, other)


def test_only_declarations_are_exported() -> None:
    for file in MODULES:
        text = file.read_text("utf-8")
        assert len(re.findall(r"^export\b", text, re.MULTILINE)) == len(EXPORTED.findall(text))


def test_no_module_makes_html_of_text() -> None:
    for file in MODULES:
        text = file.read_text("utf-8")
        assert [word for word in UNSAFE if word in text] == [], file.name


def test_only_the_module_of_a_served_page_asks_the_network() -> None:
    for file in MODULES:
        text = file.read_text("utf-8")
        if file != WEB / "reload.js":
            assert [word for word in NETWORK if word in text] == [], file.name


def test_files_are_short_and_say_what_they_are_for() -> None:
    for file in MODULES:
        lines = file.read_text("utf-8").splitlines()
        assert len(lines) <= 300, file.name
        assert lines[0].startswith(("// ", "/* ")), file.name
