"""`explorer --watch`: a file is edited, its page follows, and nobody else gets anything."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from commands import DOT, TIMEOUT, in_session, started
from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

sweep = pytest.mark.sweep

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
TEXTS = {"mine.dot": DOT, "my.py": LAMP, "states.py": "FIRST = 'it is dark'"}


@contextmanager
def watched(folder: Path, name: str = "mine.dot", disks: int = 0) -> Iterator[tuple[Any, str]]:
    """The command under way on one of some files, and the address that it prints."""
    for file, text in TEXTS.items():
        (folder / file).write_text(text)
    command = [sys.executable, "-m", "hanoi_fsm", "explorer", "--watch", name]
    command += ["--disks", str(disks)]
    with started(command, folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            yield running, running.stdout.readline().strip()  # type: ignore[union-attr]  # a pipe
        finally:
            running.kill()


def connected(url: str) -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname, parts.port), timeout=TIMEOUT)


def answer(url: str, request: bytes) -> bytes:
    """All that comes back; a refused request may be reset before it was read to its end."""
    received = b""
    with connected(url) as client, suppress(ConnectionError):
        client.sendall(request)
        while data := client.recv(1 << 16):
            received += data
    return received


def asked(url: str, path: str = "", method: str = "GET", hosts: tuple[str, ...] = ()) -> bytes:
    """The answer to a request, which is for the page unless it says something else."""
    parts = urlsplit(url)
    lines = [f"{method} {path or parts.path} HTTP/1.1"]
    lines += [f"Host: {host}" for host in hosts or (parts.netloc,)]
    return answer(url, "\r\n".join([*lines, "", ""]).encode("latin-1"))


def news(url: str) -> Iterator[dict[str, Any]]:
    """What the browser learns, message by message."""
    for line in urlopen(f"{url}events", timeout=TIMEOUT):
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))


HEADERS = (
    *(b" 200 ", b"Content-Type: text/html; charset=utf-8", b"Cache-Control: no-store"),
    *(b"Content-Security-Policy: frame-ancestors 'none'", b"Referrer-Policy: no-referrer"),
    *(b"X-Content-Type-Options: nosniff", b"Cross-Origin-Resource-Policy: same-origin"),
    b"Cross-Origin-Opener-Policy: same-origin",
)
WRONG_PATHS = (
    *("/", "/{0}", "/{0}/x", "/{0}/?a=1", "/{0}/%2e%2e/", "/{0}/./", "/{0}/../../etc/passwd"),
    *("/{0}/events/", "/{0}/page", "/x/../{0}/", "http://127.0.0.1/{0}/", "/etc/passwd", "/{0}a/"),
    *("/%2e%2e/etc/passwd", "/favicon.ico", "/events", "\\", "*", "/\xff\xfe", "/" + "a" * 60_000),
)
WRONG_HOSTS = (
    *(("evil.example",), ("127.0.0.1",), ("localhost:{0}",), ("127.0.0.1:{0}.evil.example",)),
    *(("[::1]:{0}",), ("127.0.0.1:{0}",) * 2, ("127.0.0.1:{0}", "evil.example")),
)
METHODS = ("HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X")
TOO_MUCH = {
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n": b"414",
    b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n": b"431",
    b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 1_000 + b"\r\n": b"431",
    b"GET / HTTP/9.9\r\n\r\n": b"505",
    b"GET <script>alert(1)</script> x HTTP/1.1\r\n\r\n": b"400",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n": b"400",
}


def test_whoever_knows_the_address_gets_the_page_and_nobody_anything_else(tmp_path: Path) -> None:
    with watched(tmp_path) as (running, url):
        parts = urlsplit(url)
        token = parts.path.strip("/")
        assert (parts.hostname, len(token) >= 43) == ("127.0.0.1", True)  # 32 random bytes
        head, _, page = asked(url).partition(b"\r\n\r\n")
        assert page.startswith(b"<!doctype html>")
        assert [line for line in HEADERS if line not in head] == []
        assert b"Access-Control" not in head
        for path in WRONG_PATHS:
            assert asked(url, path.format(token)).split()[1:2] == [b"404"], path
        assert asked(url, f"/{token.swapcase()}/").endswith(b"\r\n\r\n404\n")
        for hosts in WRONG_HOSTS:
            given = tuple(host.format(parts.port) for host in hosts)
            assert b" 403 " in asked(url, hosts=given)[:20], hosts
        assert answer(url, f"GET {parts.path}\r\n\r\n".encode()) == b"403\n"  # HTTP/0.9
        for method in METHODS:
            for path in (parts.path, f"{parts.path}events"):
                assert b" 405 " in asked(url, path, method)[:20], (method, path)
        for request, code in TOO_MUCH.items():
            received = answer(url, request)
            assert (received.split()[1:2] or [code], b"script" in received) == ([code], False)
        assert asked(url).endswith(page)
        running.send_signal(signal.SIGINT)
        assert (running.communicate(timeout=TIMEOUT), running.returncode) == (("", ""), 130)


def renamed(file: Path, text: str) -> None:
    other = file.with_name("other")
    other.write_text(text)
    other.replace(file)


@sweep
@pytest.mark.parametrize("save", [Path.write_text, renamed])
def test_each_save_has_its_verdict(save: Callable[[Path, str], None], tmp_path: Path) -> None:
    file = tmp_path / "mine.dot"
    with watched(tmp_path, disks=2) as (_, url):
        learned = news(url)
        for text, version, kind, details, words in (
            (DOT, 1, "right", [], "proved for every number of disks"),
            (UNREADABLE, 1, "unreadable", ["shown below"], "line 5, column 2: unknown word"),
            (UNKNOWN, 1, "wrong", ["shown below"], "no action 'cary': did you mean 'carry'?"),
            (SWAPPED, 2, "wrong", ["line", "expected", "got"], ""),
            (DOT, 3, "right", [], "proved"),
        ):
            if text != file.read_text():
                save(file, text)
            one = next(learned)
            said = one["verdict"]
            found = [name for name, _ in said["details"]]
            assert (one["version"], said["kind"], found) == (version, kind, details)
            assert said["title"].startswith("mine.dot: ")
            assert words in said["text"]
            assert f'"version":{version}'.encode() in asked(url)
        file.touch()  # nothing has changed
        file.unlink()
        assert "No such file" in next(learned)["verdict"]["text"]
        assert b'"version":3' in asked(url)


@sweep
def test_a_python_file_is_run_afresh_with_what_it_imports(tmp_path: Path) -> None:
    with watched(tmp_path, "my.py:lamp") as (_, url):
        learned = news(url)
        assert next(learned)["verdict"]["kind"] == "right"
        assert b"it is dark" in asked(url)
        (tmp_path / "states.py").write_text("FIRST = 'there is no light'")
        (tmp_path / "my.py").write_text(f"{LAMP}# saved\n")
        assert next(learned)["version"] == 2
        assert b"there is no light" in asked(url)
        (tmp_path / "my.py").write_text(f"{LAMP}1 / 0\n")
        assert "ZeroDivisionError" in next(learned)["verdict"]["text"]
        (tmp_path / "my.py").write_text(f"{LAMP}import os\nos._exit(3)\n")
        assert "exit code 3" in next(learned)["verdict"]["text"]
        assert b"there is no light" in asked(url)
    assert not list(tmp_path.glob("__pycache__"))


@sweep
@pytest.mark.parametrize(
    ("name", "number", "code"),
    [("mine.dot", signal.SIGTERM, -signal.SIGTERM), ("my.py:lamp", signal.SIGINT, 130)],
)
def test_a_signal_ends_it_whatever_hangs(
    name: str, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    with watched(tmp_path, name) as (running, url), connected(url) as slow:
        next(news(url))
        slow.sendall(b"GET / HTTP/1.1\r\nHost:")
        running.send_signal(number)
        assert (running.communicate(timeout=TIMEOUT), running.returncode) == (("", ""), code)
        assert in_session(running.pid) == []
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == TEXTS


BANNER = """
const banner = document.querySelector("#verdict:not([hidden])");
return [banner?.dataset.kind, banner?.textContent, window.loaded, document.body.dataset.step,
  document.body.dataset.configuration].join("; ");
"""


@sweep
@pytest.mark.browser
def test_the_page_follows_the_file_and_stays_at_its_moment(chrome: Chrome, tmp_path: Path) -> None:
    def wait_for(*texts: str) -> None:
        waiting = WebDriverWait(chrome, TIMEOUT, ignored_exceptions=[Exception])
        waiting.until(lambda _: all(one in chrome.execute_script(BANNER) for one in texts))

    with watched(tmp_path, disks=3) as (running, url):
        chrome.get(f"{url}#by=mine.dot&disks=3&step=2")
        wait_for("right; mine.dot: right: ", "proved", "; ; 2; 012")
        chrome.execute_script("window.loaded = 'once'")
        (tmp_path / "mine.dot").write_text(UNREADABLE)
        wait_for("unreadable; ", "cannot be read", "line 5, column 2", "; once; 2; 012")
        renamed(tmp_path / "mine.dot", SWAPPED)
        wait_for("wrong; ", "expected", "disk 3: 0 -> 2", "got", "line", "; ; 2; 012")
        assert chrome.get_log("browser") == []  # type: ignore[no-untyped-call]  # selenium's own
        running.send_signal(signal.SIGINT)
        wait_for("unreadable; The server has stopped", "; ; 2; 012")
