"""A plugin for pytest: notes how long each test takes, and runs chosen tests in a given order."""

import json
import os
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

SECONDS: dict[str, float] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Processes that a test starts note its name beside the lines that they run."""
    if given := os.environ.get("COVERAGE_PROCESS_CONFIG"):
        settings = json.loads(b64decode(given)) | {"context": item.nodeid}
        os.environ["COVERAGE_PROCESS_CONFIG"] = b64encode(json.dumps(settings).encode()).decode()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.outcome == "passed":
        SECONDS[report.nodeid] = SECONDS.get(report.nodeid, 0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        Path(os.environ["JUDGING_SECONDS"]).write_text(json.dumps(SECONDS), "utf-8")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if chosen := os.environ.get("JUDGING_TESTS"):
        tests = json.loads(Path(chosen).read_text("utf-8"))
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[name] for name in tests if name in by_name]
