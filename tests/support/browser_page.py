"""A page of machines in a browser: what a test does with it, and what it then asks of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from support import browser, tools_at_hand

HERE = Path(__file__).parent

KEYS = {
    "right": Keys.ARROW_RIGHT,
    "left": Keys.ARROW_LEFT,
    "up": Keys.ARROW_UP,
    "down": Keys.ARROW_DOWN,
    "home": Keys.HOME,
    "end": Keys.END,
    "pageup": Keys.PAGE_UP,
    "pagedown": Keys.PAGE_DOWN,
    "space": Keys.SPACE,
    "tab": Keys.TAB,
    "enter": Keys.ENTER,
    "escape": Keys.ESCAPE,
}

CHOOSE, UNDO = "#voice .choice button:nth-child({})", ".try-buttons button"

HELD = {"shift": Keys.SHIFT, "ctrl": Keys.CONTROL}

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LEAST_TARGET = 24
"""Pixels that a control must have in each direction, by WCAG 2.2."""


class BrowserPage:
    """One page in a browser that others use too, so it is opened before it is used."""

    def __init__(self, chrome: Chrome, file: Path) -> None:
        self.chrome, self.address = chrome, file.resolve().as_uri()

    def open(self, fragment: str = "") -> None:
        """Load the page anew, as a link does."""
        self.chrome.get("about:blank")
        self.complaints()
        self.chrome.get(f"{self.address}#{fragment}")

    def follow(self, fragment: str) -> None:
        """Change the fragment of the open page, as a link within it does."""
        self.run("location.hash = arguments[0]", fragment)
        self.settle()

    def run(self, text: str, *values: Any) -> Any:
        return self.chrome.execute_script(text, *values)

    def call(self, name: str, *values: Any) -> Any:
        """The result of the function in a file of this folder."""
        return browser.call(self.chrome, HERE / name, *values)

    def dump(self, fragments: list[str], way: str = "forwards") -> list[dict[str, Any]]:
        """The content of the page for each run, at all its moments or at the first."""
        self.emulate(still=True)
        return [shown for fragment in fragments for shown in self.call("dump.js", [fragment], way)]

    def settle(self) -> None:
        """Wait until events under way are handled and drawn."""
        self.chrome.execute_async_script(
            "const done = arguments[0];"
            "setTimeout(() => requestAnimationFrame(() => setTimeout(done)))"
        )

    def wait(self, condition: str) -> None:
        """Wait until something holds, at most 20 seconds."""
        WebDriverWait(self.chrome, 20, 0.02).until(lambda _: self.run(f"return {condition}"))

    @property
    def fragment(self) -> dict[str, str]:
        """The state of the page as its address has it, which is written a little later."""
        self.chrome.execute_async_script("setTimeout(arguments[0], 120)")
        script = "return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))"
        return dict(self.run(script))

    @property
    def shown(self) -> dict[str, str]:
        """The data attributes of `body`, which describe the moment that is shown."""
        return dict(self.run("return {...document.body.dataset}"))

    def set(self, selector: str, value: object) -> None:
        """Give a field a value, as a user does who then leaves it."""
        self.run(
            "const [selector, value] = arguments;"
            "const field = document.querySelector(selector);"
            "field.value = value;"
            "for (const name of ['input', 'change'])"
            " field.dispatchEvent(new Event(name, {bubbles: true}))",
            selector,
            str(value),
        )
        self.settle()

    def click(self, selector: str) -> None:
        self.chrome.find_element("css selector", selector).click()
        self.settle()

    def choose(self, *pegs: str) -> None:
        """Choose pegs one after the other where a person plays; `u` undoes a move."""
        for peg in pegs:
            selector = UNDO if peg == "u" else CHOOSE.format(int(peg) + 1)
            self.run("document.querySelector(arguments[0]).click()", selector)
        self.settle()

    def press(self, *keys: str) -> None:
        """Press keys one after the other; `shift+` or `ctrl+` may go before each."""
        for key in keys:
            *held, name = key.split("+") if len(key) > 1 else [key]
            actions = ActionChains(self.chrome, duration=0)
            for modifier in held:
                actions.key_down(HELD[modifier])
            actions.send_keys(KEYS.get(name, name))
            for modifier in held:
                actions.key_up(HELD[modifier])
            actions.perform()
        self.settle()

    def focus(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).focus()", selector)

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that are shown, as a user reads them."""
        return list(
            self.run(
                "return Array.from(document.querySelectorAll(arguments[0]))"
                ".filter((one) => one.checkVisibility({visibilityProperty: true}))"
                ".map((one) => one.textContent)",
                selector,
            )
        )

    def count(self, selector: str) -> int:
        return len(self.chrome.find_elements("css selector", selector))

    def complaints(self) -> list[str]:
        """All messages on the browser's console since the last call."""
        log = self.chrome.get_log("browser")  # type: ignore[no-untyped-call]  # selenium's own
        return [str(entry["message"]) for entry in log]

    def emulate(self, *, dark: bool = False, still: bool = False) -> None:
        """A system that is set to dark colours, or to no motion."""
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if still else "no-preference",
        }
        self.chrome.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {
                "media": "",
                "features": [{"name": name, "value": value} for name, value in features.items()],
            },
        )

    def resize(self, width: int, height: int) -> None:
        """A window of this size inside."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.settle()

    def violations(self) -> list[str]:
        """The parts that axe-core finds inaccessible."""
        tools_at_hand.need_node("axe-core")
        if self.run("return globalThis.axe === undefined"):
            source = tools_at_hand.TOOLS / "node_modules" / "axe-core" / "axe.min.js"
            self.run(source.read_text("utf-8"))
        return list(self.call("axe.js", STANDARDS))

    def untidy(self) -> list[str]:
        """What does not fit into the window, overlaps, or is too small to read or to touch."""
        return list(self.call("layout.js", LEAST_TARGET))


Pages = Callable[..., BrowserPage]
"""The type of the fixture `page_of`: it opens the page that `page` makes of its arguments."""
