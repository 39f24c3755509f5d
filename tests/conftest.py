"""Fixtures and options of all tests; tests whose tools are missing are skipped with a message."""

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from support.browser_page import BrowserPage

NEEDS_DOT = "Graphviz's dot is not on PATH: install Graphviz to run the tests marked dot"
HAS_BENCHMARK = find_spec("pytest_benchmark") is not None
collect_ignore = [] if HAS_BENCHMARK else ["benchmarks"]

# Other work may share the machine: no example is judged by the clock. A seed is one for all tests.
seeded = bool(os.environ.get("HANOI_SEED"))
settings.register_profile("everyday", deadline=None, max_examples=15, derandomize=seeded)
settings.load_profile("everyday")


passed: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rest", action="store_true", help="only what the last run did not pass")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        passed.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Note what has passed, where the tests are run by one process or their reports come in."""
    cache = getattr(session.config, "cache", None)
    if cache and not hasattr(session.config, "workerinput"):
        cache.set("hanoi_fsm/passed", passed)


def pytest_configure(config: pytest.Config) -> None:
    """Benchmarks run once, as tests, unless their figures are asked for."""
    if HAS_BENCHMARK and not config.getoption("benchmark_only"):
        config.option.benchmark_disable = True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Move tests with a browser to the sweep; skip those whose `dot` or AALpy is missing."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.sweep)
    if config.getoption("rest"):
        done = set(config.cache.get("hanoi_fsm/passed", []))
        items[:] = [item for item in items if item.nodeid not in done]
    if find_spec("aalpy") is None:
        for item in items:
            if item.name.endswith(".infer.infer"):
                item.add_marker(pytest.mark.skip(reason="AALpy is not installed"))
    if shutil.which("dot") is None:
        for item in items:
            if item.get_closest_marker("dot"):
                item.add_marker(pytest.mark.skip(reason=NEEDS_DOT))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report at the end which tests did not run, and why."""
    if not HAS_BENCHMARK:
        terminalreporter.line("benchmarks were left out: they need pytest-benchmark", yellow=True)


@pytest.fixture(scope="session")
def chrome() -> Iterator["Chrome"]:
    """A browser without a window, started once; if it is missing, its tests are skipped."""
    from support import browser, tools_at_hand

    if missing := browser.missing():
        tools_at_hand.missing(missing[0], "install Debian's chromium and chromium-driver")
    with browser.browser() as chrome:
        yield chrome


@pytest.fixture(scope="session")
def written(
    chrome: "Chrome", tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., "BrowserPage"]:
    """Write the page of the same arguments once; returns that page in the browser."""
    from support.browser_page import BrowserPage

    from hanoi_fsm import page

    made: list[tuple[object, BrowserPage]] = []

    def opened(*arguments: Any, **options: Any) -> BrowserPage:
        for given, written in made:
            if given == (arguments, options):
                return written
        file = tmp_path_factory.mktemp("page") / "machines.html"
        page(*arguments, **options).save(file)
        made.append(((arguments, options), BrowserPage(chrome, file)))
        return made[-1][1]

    return opened


@pytest.fixture
def page_of(
    chrome: "Chrome", written: Callable[..., "BrowserPage"]
) -> Iterator[Callable[..., "BrowserPage"]]:
    """Open pages in a window of its own size, whose console must stay empty during the test."""
    chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    yield written
    assert [entry["message"] for entry in chrome.get_log("browser")] == []  # type: ignore[no-untyped-call]  # selenium's own
