"""A browser without a window, and functions for it to execute."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = Chrome(options, Service(DRIVER))
    try:
        yield chrome
    finally:
        chrome.quit()


def script(file: Path) -> str:
    """What a browser is to execute for the one function that a file exports."""
    exported = re.compile(r"^export (?=(?:async )?function (\w+))", re.MULTILINE)
    text = file.read_text("utf-8")
    [name] = exported.findall(text)
    return f"{exported.sub('', text)}\nreturn {name}(...arguments);"
