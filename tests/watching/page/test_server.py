"""The server of one page: who knows the address gets the page, and nobody gets anything else."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from hanoi_fsm.watching.page import server as serving
from hanoi_fsm.watching.page.server import PageServer

PAGE = "<!doctype html><title>a page</title>é"
VERDICT = {"kind": "right", "title": "it is right"}


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with PageServer() as one:
        one.publish(PAGE, 1, VERDICT)
        yield one


def connected(server: PageServer) -> socket.socket:
    return socket.create_connection((serving.LOOPBACK, server.port), timeout=30)


def answer(server: PageServer, request: bytes) -> bytes:
    """All that comes back; a refused request may be reset before it was read to its end."""
    received = b""
    with connected(server) as client:
        try:
            client.sendall(request)
            while data := client.recv(1 << 16):
                received += data
        except ConnectionError:
            pass
    return received


def status(server: PageServer, request: bytes) -> int:
    return int(answer(server, request).split(maxsplit=2)[1])


def path_of(server: PageServer) -> str:
    return server.url.partition(server.host)[2]


def asked(
    server: PageServer, path: str = "", method: str = "GET", host: str | None = None
) -> bytes:
    lines = [f"{method} {path or path_of(server)} HTTP/1.1", f"Host: {host or server.host}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def test_whoever_knows_the_address_gets_the_page(server: PageServer) -> None:
    head, _, body = answer(server, asked(server)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.0 200 ")
    assert body.decode() == PAGE
    assert b"\r\nContent-Type: text/html; charset=utf-8\r\n" in head
    for name, value in serving.HEADERS.items():
        assert f"\r\n{name}: {value}".encode() in head
    assert b"Access-Control" not in head


def test_the_address_is_on_the_loopback_and_cannot_be_guessed(server: PageServer) -> None:
    host, port = server._http.server_address[:2]
    assert (host, port) == ("127.0.0.1", server.port)
    with PageServer() as other:
        tokens = {path_of(one).strip("/") for one in (server, other)}
    assert len(tokens) == 2
    assert min(map(len, tokens)) >= 43  # 32 bytes


def wrong_paths(path: str) -> list[str]:
    token = path.strip("/")
    return [
        "/",
        f"/{token}",
        f"{path}x",
        f"{path}?a=1",
        f"{path}%2e%2e/",
        f"{path}../../etc/passwd",
        f"{path}./",
        f"{path}events/",
        f"{path}page",
        f"/{token[:-1]}/",
        f"/{token.swapcase()}/",
        f"/x/..{path}",
        f"http://127.0.0.1{path}",
        "/etc/passwd",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/favicon.ico",
        "/events",
        "\\",
        "*",
        "/\xff\xfe",
        "/" + "a" * 60_000,
    ]


def test_no_other_path_leads_anywhere(server: PageServer) -> None:
    for path in wrong_paths(path_of(server)):
        sent = answer(server, asked(server, path))
        assert (path, sent.split()[1], sent.rpartition(b"\r\n\r\n")[2]) == (path, b"404", b"404\n")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost:{}", "127.0.0.1:{}.evil.example", "[::1]:{}"]
)
def test_another_host_is_refused(server: PageServer, host: str) -> None:
    """So it is with DNS rebinding: the name is of a web site, and the address is this one."""
    assert status(server, asked(server, host=host.format(server.port))) == 403


def test_a_host_that_is_missing_or_given_twice_is_refused(server: PageServer) -> None:
    line = f"GET {path_of(server)} HTTP/1.1\r\n"
    host = f"Host: {server.host}\r\n"
    assert status(server, f"{line}\r\n".encode()) == 403
    assert status(server, f"{line}{host}{host}\r\n".encode()) == 403
    assert status(server, f"{line}{host}Host: evil.example\r\n\r\n".encode()) == 403
    assert answer(server, f"GET {path_of(server)}\r\n\r\n".encode()) == b"403\n"  # HTTP/0.9


@pytest.mark.parametrize(
    "method", ["HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "X"]
)
def test_no_other_method_is_allowed(server: PageServer, method: str) -> None:
    for path in ("", f"{path_of(server)}events"):
        assert status(server, asked(server, path, method)) == 405


@pytest.mark.parametrize(
    ("request_of", "codes"),
    [
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", {b"414"}),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n", {b"431"}),
        (b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 1_000 + b"\r\n", {b"431"}),
        (b"POST / HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n" + b"a" * 999_999, {b"403"}),
        (b"GET / HTTP/9.9\r\n\r\n", {b"505"}),
        (b"GET <script>alert(1)</script> x HTTP/1.1\r\n\r\n", {b"400"}),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", {b"400"}),
        (b"\r\n\r\n", set()),
        (b"", set()),
    ],
    ids=["path", "header", "headers", "body", "version", "syntax", "TLS", "empty", "nothing"],
)
@pytest.mark.one_in(4)
def test_what_is_too_long_or_no_request_is_refused(
    server: PageServer, request_of: bytes, codes: set[bytes]
) -> None:
    with connected(server) as client:
        received = b""
        try:
            client.sendall(request_of)
            client.shutdown(socket.SHUT_WR)
            while data := client.recv(1 << 16):
                received += data
        except OSError:  # it was refused before it was read to its end
            codes = codes | {b"404"} if not received else codes
    assert set(received.split()[1:2]) <= codes
    assert b"script" not in received
    assert status(server, asked(server)) == 200


def events(client: socket.socket) -> Iterator[dict[str, object]]:
    """What a browser learns, message by message."""
    stream = client.makefile("rb")
    for line in stream:
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))


def test_a_browser_learns_of_each_change() -> None:
    with PageServer() as server, connected(server) as client:
        server.publish(PAGE, 1, VERDICT)
        client.sendall(asked(server, f"{path_of(server)}events"))
        news = events(client)
        assert next(news) == {"version": 1, "verdict": VERDICT}
        server.publish("another page", 2, {"kind": "wrong"})
        assert next(news) == {"version": 2, "verdict": {"kind": "wrong"}}
        assert answer(server, asked(server)).endswith(b"\r\n\r\nanother page")


def test_a_connection_ends_with_the_server() -> None:
    with ExitStack() as stack:
        with PageServer() as server:
            server.publish(PAGE, 1, VERDICT)
            client = stack.enter_context(connected(server))
            client.sendall(asked(server, f"{path_of(server)}events"))
            news = events(client)
            next(news)
            silent = stack.enter_context(connected(server))
        assert list(news) == []
        with pytest.raises(ConnectionRefusedError):
            connected(server)
        silent.close()


def begun(server: PageServer, stack: ExitStack, count: int) -> list[socket.socket]:
    """Connections of clients that do not end their requests."""
    clients = [stack.enter_context(connected(server)) for _ in range(count)]
    for client in clients:
        client.sendall(b"GET / HTTP/1.1\r\nHost:")
    return clients


def test_too_many_connections_are_closed(server: PageServer) -> None:
    with ExitStack() as stack:
        begun(server, stack, serving.MOST_CONNECTIONS)
        assert answer(server, asked(server)) == b""
    while not (received := answer(server, asked(server))):  # until the others are given up
        pass
    assert received.split(maxsplit=2)[1] == b"200"


def test_a_client_that_is_too_slow_is_given_up(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving._Handler, "timeout", 0.05)
    with ExitStack() as stack:
        [client] = begun(server, stack, 1)
        assert client.recv(100) == b""


@pytest.mark.sweep
def test_hundreds_of_requests_at_once_are_answered_or_closed(server: PageServer) -> None:
    found: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: found.append(answer(server, asked(server))))
        for _ in range(200)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {data.split(maxsplit=2)[1] for data in found if data} == {b"200"}
    assert len(found) == 200
    assert status(server, asked(server)) == 200
