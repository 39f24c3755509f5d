"""A browser without a window, and calls of functions in it."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
"""Where Debian has them; selenium would look elsewhere, and download what it does not find."""

SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-ipc-flooding-protection",  # tests follow more links per second than a person
)


def missing() -> list[str]:
    """What has to be installed first, if anything."""
    return [file for file in (CHROMIUM, DRIVER) if shutil.which(file) is None]


@contextmanager
def browser() -> Iterator[Chrome]:
    """A browser without a window."""
    options = ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options, Service(DRIVER))
    try:
        yield chrome
    finally:
        chrome.quit()


@cache
def _script(file: Path) -> str:
    """The script that calls the function; a text is handed over much faster than objects."""
    exported = re.compile(r"^export (?=(?:async )?function (\w+))", re.MULTILINE)
    text = file.read_text("utf-8")
    [name] = exported.findall(text)
    called = f"Promise.resolve({name}(...arguments))"
    return f"{exported.sub('', text)}\nreturn {called}.then((found) => JSON.stringify(found));"


def call(chrome: Chrome, file: Path, *values: Any) -> Any:
    """The result, in the browser, of the only function that a file exports."""
    return json.loads(chrome.execute_script(_script(file), *values))
