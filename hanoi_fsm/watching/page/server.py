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
from typing import Any, Self

LOOPBACK = "127.0.0.1"
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


class PageServer(ThreadingHTTPServer):
    """Serves a page on any free port, by a thread per connection; a context manager.

    At `path` is the `page`, and at `path` with `events` the browser learns of changes. Raises
    `OSError` where no port can be had.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = MOST_CONNECTIONS

    def __init__(self) -> None:
        self._changed, self._closed = Condition(), False
        self._free = BoundedSemaphore(MOST_CONNECTIONS)
        self._change, self._event, self.page = 0, b"", b""
        self.path = f"/{token_urlsafe()}/"
        super().__init__((LOOPBACK, 0), _Handler)
        self.host = f"{LOOPBACK}:{self.server_address[1]}"

    @property
    def url(self) -> str:
        return f"http://{self.host}{self.path}"

    def publish(self, page: str, version: int, verdict: Mapping[str, object]) -> None:
        """Serve this page from now on, and tell the browsers that show it, or an older version."""
        event = json.dumps({"version": version, "verdict": verdict})
        with self._changed:
            self._change += 1
            self.page, self._event = page.encode(), f"data: {event}\n\n".encode()
            self._changed.notify_all()

    def news_after(self, change: int) -> tuple[int, bytes]:
        """The latest change and its event, once it is another; a comment if none is for a while.

        Raises `BrokenPipeError` when the server is closed.
        """
        with self._changed:
            is_new = self._changed.wait_for(
                lambda: self._closed or self._change > change, HEARTBEAT
            )
            if self._closed:
                raise BrokenPipeError
            return self._change, self._event if is_new else b": nothing new\n\n"

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()
        return self

    def __exit__(self, *raised: object) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.shutdown()
        self.server_close()

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # that of `HTTPServer` looks up a name, which may take seconds

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing: a client that goes away, or is too slow, is nobody's fault."""


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: PageServer
    server_version, sys_version = "hanoi-fsm", ""
    error_content_type, error_message_format = "text/plain", "%(code)d\n"
    timeout = PATIENCE

    def parse_request(self) -> bool:
        """Whether the request is one to answer; what it gets otherwise has been sent."""
        if not super().parse_request():
            return False
        if refusal := self._refusal():
            self.send_error(refusal)
        return not refusal

    def _refusal(self) -> int:
        if self.headers.get_all("Host") != [self.server.host]:
            return 403
        if not self._is_at("") and not self._is_at("events"):
            return 404
        return 0 if self.command == "GET" else 405

    def _is_at(self, name: str) -> bool:
        path = self.path.encode("utf-8", "surrogateescape")
        return compare_digest(path, f"{self.server.path}{name}".encode())

    def do_GET(self) -> None:  # the name that the library looks for
        page, change = self.server.page, 0
        with suppress(OSError):  # the client is gone
            self.send_response(200)
            if self._is_at(""):
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)
                return
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            while True:
                change, event = self.server.news_after(change)
                self.wfile.write(event)

    def send_error(self, code: int, *in_words: object) -> None:
        """Refuse without a word of the request in the answer."""
        super().send_error(code)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *of_the_request: object) -> None:
        """Log nothing: the token is in the path."""
