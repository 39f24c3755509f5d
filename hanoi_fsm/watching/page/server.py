"""One page, served to this computer alone, that changes while it is looked at.

The server listens on the loopback address. Only whoever knows the random token in the address of
the page gets it, and nothing else is there: no file is ever looked up by what a request says. A web
site that makes its own name lead to this address (DNS rebinding) is recognized by the Host header.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import compare_digest, token_urlsafe
from socketserver import TCPServer
from threading import BoundedSemaphore, Condition, Thread
from typing import Any, NamedTuple, Self

LOOPBACK = "127.0.0.1"
EVENTS = "events"
"""The end of the address at which the browser learns of changes."""
MOST_CONNECTIONS = 64
PATIENCE = 10.0
"""The most seconds between two parts of a request, or of an answer that is read."""
HEARTBEAT = 5.0
"""The seconds after which a connection without news is tried, as its browser may be gone."""
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Sent with every answer: nobody else may embed, read or keep it, or learn its address."""


class Published(NamedTuple):
    """What is served now: the page, and the event that says so to its browsers."""

    change: int
    page: bytes
    event: bytes


class PageServer:
    """Serves a page on a `port`, 0 for any that is free; a context manager.

    Raises `OSError` where the port cannot be had.
    """

    def __init__(self, port: int = 0) -> None:
        self._changed = Condition()
        self._published = Published(0, b"", b"")
        self._closed = False
        self._token = token_urlsafe()
        self._http = _Listener(port, self)
        self._thread = Thread(target=self._http.serve_forever, args=(0.1,), daemon=True)

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def host(self) -> str:
        return f"{LOOPBACK}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/{self._token}/"

    @property
    def is_published(self) -> bool:
        return self._published.change > 0

    @property
    def page(self) -> bytes:
        return self._published.page

    def publish(self, page: str, version: int, verdict: Mapping[str, object]) -> None:
        """Serve this page from now on, and tell the browsers that show it, or an older version."""
        event = json.dumps({"version": version, "verdict": verdict})
        with self._changed:
            change = self._published.change + 1
            self._published = Published(change, page.encode(), f"data: {event}\n\n".encode())
            self._changed.notify_all()

    def next_after(self, change: int) -> Published | None:
        """What is published after that change, once it is; None if nothing changes for a while.

        Raises `BrokenPipeError` when the server is closed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._is_new(change), HEARTBEAT)
            if self._closed:
                raise BrokenPipeError
            return self._published if self._is_new(change) else None

    def _is_new(self, change: int) -> bool:
        return self._published.change > change

    def content_of(self, path: str) -> str | None:
        """What is at a path: "page", "events", or nothing."""
        given = path.encode("utf-8", "surrogateescape")
        known = {"page": f"/{self._token}/", EVENTS: f"/{self._token}/{EVENTS}"}
        matching = [name for name, one in known.items() if compare_digest(given, one.encode())]
        return matching[0] if matching else None

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Listener(ThreadingHTTPServer):
    """A thread per connection, up to a number; none of them is waited for."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = MOST_CONNECTIONS

    def __init__(self, port: int, owner: PageServer) -> None:
        self.owner = owner
        self.free = BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__((LOOPBACK, port), _Handler)

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # that of `HTTPServer` looks up a name, which may take seconds

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self.free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing: a client that goes away, or is too slow, is nobody's fault."""


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: _Listener
    server_version, sys_version = "hanoi-fsm", ""
    error_content_type, error_message_format = "text/plain", "%(code)d\n"
    timeout = PATIENCE

    def parse_request(self) -> bool:
        """Whether the request is one to answer; what it gets otherwise has been sent."""
        if not super().parse_request():
            return False
        refusal = self._refusal()
        if refusal is not None:
            self.send_error(refusal)
        return refusal is None

    def _refusal(self) -> int | None:
        if self.headers.get_all("Host") != [self.server.owner.host]:
            return 403
        if self.server.owner.content_of(self.path) is None:
            return 404
        return None if self.command == "GET" else 405

    def do_GET(self) -> None:  # the name that the library looks for
        with suppress(OSError):  # the client is gone
            if self.server.owner.content_of(self.path) == EVENTS:
                self._send_events()
            else:
                self._send_page()

    def _send_page(self) -> None:
        page = self.server.owner.page
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def _send_events(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        change = 0
        while True:
            news = self.server.owner.next_after(change)
            self.wfile.write(b": nothing new\n\n" if news is None else news.event)
            change = change if news is None else news.change

    def send_error(self, code: int, *in_words: object) -> None:
        """Refuse without a word of the request in the answer."""
        super().send_error(code)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *of_the_request: object) -> None:
        """Log nothing: the token is in the path."""
