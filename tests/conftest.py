"""What all tests share: what may be missing, such as `dot`, and then that is said aloud."""

import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from explorer_page import ExplorerPage
    from selenium.webdriver import Chrome

NEEDS_DOT = "Graphviz's dot is not on PATH: install Graphviz to run the tests marked dot"

# Other work may share the machine: no example is judged by the clock.
settings.register_profile("everyday", deadline=None, max_examples=15)
settings.load_profile("everyday")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most cases of what is marked `one_in` to the sweep; skip what needs a missing `dot`."""
    cases: Counter[str] = Counter()
    for item in items:
        if share := item.get_closest_marker("one_in"):
            test = item.nodeid.partition("[")[0]
            if cases[test] % share.args[0]:
                item.add_marker(pytest.mark.sweep)
            cases[test] += 1
    if shutil.which("dot") is None:
        for item in items:
            if item.get_closest_marker("dot"):
                item.add_marker(pytest.mark.skip(reason=NEEDS_DOT))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end how many tests did not run for want of `dot`."""
    skipped = terminalreporter.stats.get("skipped", [])
    missed = [report for report in skipped if NEEDS_DOT in str(report.longrepr)]
    if missed:
        tests = "1 test was" if len(missed) == 1 else f"{len(missed)} tests were"
        terminalreporter.section(f"{tests} skipped")
        terminalreporter.line(f"{tests} skipped: {NEEDS_DOT}", yellow=True)


@pytest.fixture(scope="session")
def chrome() -> Iterator["Chrome"]:
    """A browser without a window, started once; without one the tests are skipped aloud."""
    import measuring
    import tools_at_hand

    if missing := measuring.missing():
        tools_at_hand.missing(missing[0], "install Debian's chromium and chromium-driver")
    with measuring.browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def page_of(
    chrome: "Chrome", tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., "ExplorerPage"]:
    """The page that `explorer` makes of its arguments, on disk, each once."""
    from explorer_page import ExplorerPage

    from hanoi_fsm.watching.page import explorer

    made: dict[str, ExplorerPage] = {}

    def page(*arguments: Any, **options: Any) -> ExplorerPage:
        key = f"{arguments}{options}"
        if key not in made:
            file = tmp_path_factory.mktemp("page") / "explorer.html"
            explorer(*arguments, **options).save(file)
            made[key] = ExplorerPage(chrome, file)
        return made[key]

    return page


@pytest.fixture
def no_hang() -> Iterator[None]:
    """A test that takes a minute is taken to hang, and fails; none needs more than seconds."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("no answer within a minute")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
