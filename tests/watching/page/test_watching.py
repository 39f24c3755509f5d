"""`explorer --watch`: a file is edited, and its page follows."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from commands import DOT, TIMEOUT, assert_refused, in_session, run, started
from selenium.webdriver.support.wait import WebDriverWait

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.sweep

UNREADABLE = DOT.replace("[label", "[lable", 1)
UNKNOWN = DOT.replace("/ carry", "/ cary", 1)
SWAPPED = DOT.replace("& !ahead", "& XX").replace("& ahead", "& !ahead").replace("XX", "ahead")
LAMP = """
from hanoi_fsm import Automaton, Machine
from states import FIRST
lamp = Machine(Automaton.from_table("lamp", initial="off", final=(), table='''
    off -> on : press
    on -> off : press
'''), meanings={"off": FIRST})
"""


@contextmanager
def watched(name: str, folder: Path, *options: str) -> Iterator[tuple[Any, str]]:
    """The command under way, and the address that it prints."""
    command = [sys.executable, "-m", "hanoi_fsm", "explorer", "--watch", name, *options]
    with started(command, folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            assert running.stdout is not None
            yield running, running.stdout.readline().strip()
        finally:
            if running.poll() is None:
                running.kill()


def got(url: str) -> str:
    """What is at an address."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=TIMEOUT)
    connection.request("GET", parts.path)
    return connection.getresponse().read().decode()


def news(url: str) -> Iterator[dict[str, Any]]:
    """What the browser learns, message by message."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=TIMEOUT)
    connection.request("GET", f"{parts.path}events")
    for line in connection.getresponse():
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))


def written(file: Path, text: str) -> None:
    file.write_text(text)


def renamed(file: Path, text: str) -> None:
    other = file.with_name("other")
    other.write_text(text)
    other.replace(file)


def missing_between(file: Path, text: str) -> None:
    file.rename(file.with_name("backup~"))
    written(file, text)


SAVED = [written, renamed, missing_between]


@pytest.mark.parametrize("save", SAVED)
def test_each_save_has_its_verdict(save: Callable[[Path, str], None], tmp_path: Path) -> None:
    file = tmp_path / "mine.dot"
    file.write_text(DOT)
    with watched("mine.dot", tmp_path, "--disks", "2") as (_, url):
        learned = news(url)

        def verdict() -> tuple[int, str, str, dict[str, str]]:
            one = next(learned)
            said = one["verdict"]
            assert said["title"].startswith("mine.dot: ")
            return one["version"], said["kind"], said["text"], dict(said["details"])

        version, kind, text, details = verdict()
        assert (version, kind, details) == (1, "right", {})
        assert "proved for every number of disks" in text
        save(file, UNREADABLE)
        version, kind, text, details = verdict()
        assert (version, kind, list(details)) == (1, "unreadable", ["shown below"])
        assert "line 5, column 2: unknown attribute `lable`" in text
        save(file, UNKNOWN)
        version, kind, text, details = verdict()
        assert (version, kind, list(details)) == (1, "wrong", ["shown below"])
        assert "no action 'cary': did you mean 'carry'?" in text
        save(file, SWAPPED)
        version, kind, text, details = verdict()
        assert (version, kind, list(details)) == (2, "wrong", ["line", "expected", "got"])
        assert "ahead_smaller" in SWAPPED.splitlines()[int(details["line"]) - 1]
        assert '"version":2' in got(url)
        save(file, DOT)
        assert verdict()[:2] == (3, "right")


def test_a_deleted_file_is_told_and_its_last_version_stays(tmp_path: Path) -> None:
    file = tmp_path / "mine.dot"
    file.write_text(DOT)
    with watched("mine.dot", tmp_path, "--disks", "0") as (_, url):
        learned = news(url)
        next(learned)
        page = got(url)
        file.unlink()
        said = next(learned)["verdict"]
        assert (said["kind"], "No such file" in said["text"]) == ("unreadable", True)
        assert got(url) == page


def test_a_python_file_is_run_afresh_with_what_it_imports(tmp_path: Path) -> None:
    file, other = tmp_path / "my.py", tmp_path / "states.py"
    other.write_text("FIRST = 'it is dark'")
    file.write_text(LAMP)
    with watched("my.py:lamp", tmp_path) as (_, url):
        learned = news(url)
        assert next(learned)["verdict"]["kind"] == "right"
        assert "it is dark" in got(url)
        other.write_text("FIRST = 'there is no light'")
        file.write_text(f"{LAMP}# saved\n")
        assert next(learned)["version"] == 2
        assert "there is no light" in got(url)
        file.write_text(f"{LAMP}1 / 0\n")
        one = next(learned)
        assert (one["version"], one["verdict"]["kind"]) == (2, "unreadable")
        assert "ZeroDivisionError" in one["verdict"]["text"]
    assert not list(tmp_path.glob("__pycache__"))


@pytest.mark.parametrize(
    ("name", "number", "code"),
    [
        ("mine.dot", signal.SIGINT, 130),
        ("mine.dot", signal.SIGTERM, -signal.SIGTERM),
        ("my.py:lamp", signal.SIGINT, 130),
    ],
)
def test_ctrl_c_ends_it_whatever_hangs(
    name: str, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    texts = {"mine.dot": DOT, "my.py": LAMP, "states.py": "FIRST = 'dark'"}
    for file, text in texts.items():
        (tmp_path / file).write_text(text)
    with watched(name, tmp_path, "--disks", "0") as (running, url):
        learned = news(url)
        next(learned)
        parts = urlsplit(url)
        with socket.create_connection((parts.hostname, parts.port)) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost:")
            running.send_signal(number)
            assert running.communicate(timeout=TIMEOUT) == ("", "")
        assert running.returncode == code
        assert in_session(running.pid) == []
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == texts


@pytest.mark.browser
def test_the_page_follows_the_file(chrome: "Chrome", tmp_path: Path) -> None:
    file = tmp_path / "mine.dot"
    file.write_text(DOT)
    moment = {"disks": "3", "step": "2", "state": "crown", "configuration": "012"}

    def shown() -> dict[str, str]:
        found = chrome.execute_script("return {...document.body.dataset}")
        return {name: found.get(name, "") for name in moment if name != "disks"}

    def wait_for(kind: str, *texts: str) -> None:
        def there(_: object) -> bool:
            banner = chrome.find_element("id", "verdict")
            told = banner.is_displayed() and banner.get_attribute("data-kind") == kind
            return told and all(text in banner.text for text in texts)

        WebDriverWait(chrome, TIMEOUT, ignored_exceptions=[Exception]).until(there)

    at = {name: value for name, value in moment.items() if name != "disks"}
    with watched("mine.dot", tmp_path, "--disks", "3") as (running, url):
        chrome.get(f"{url}#by=mine.dot&disks=3&step=2")
        wait_for("right", "mine.dot: right", "proved")
        assert shown() == at
        chrome.execute_script("window.loaded = 'once'")
        file.write_text(UNREADABLE)
        wait_for("unreadable", "cannot be read", "line 5, column 2")
        assert shown() == at, "it was not loaded again"
        assert chrome.execute_script("return window.loaded") == "once"
        renamed(file, SWAPPED)
        wait_for("wrong", "expected", "disk 3: 0 -> 2", "got", "line")
        assert chrome.execute_script("return window.loaded") is None
        assert shown() == at, "the new version is at the same moment"
        written(file, DOT)
        wait_for("right")
        assert shown() == at
        errors = chrome.get_log("browser")  # type: ignore[no-untyped-call]  # selenium's own
        assert errors == []
        running.send_signal(signal.SIGINT)
        wait_for("unreadable", "The server has stopped")
    chrome.get("about:blank")
    chrome.get_log("browser")  # type: ignore[no-untyped-call]  # other tests find none of it


def test_a_pipe_is_refused_and_does_not_stop_the_watching(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.dot"
    os.mkfifo(pipe)
    assert_refused(run("explorer", "--watch", str(pipe)), "a pipe or a device")
    file = tmp_path / "mine.dot"
    file.write_text(DOT)
    with watched("mine.dot", tmp_path, "--disks", "0") as (_, url):
        learned = news(url)
        assert next(learned)["verdict"]["kind"] == "right"
        pipe.replace(file)
        assert "a pipe or a device" in next(learned)["verdict"]["text"]
        renamed(file, UNREADABLE)
        assert "lable" in next(learned)["verdict"]["text"]
