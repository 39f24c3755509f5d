"""Take the README's picture of the page again: `.venv/bin/python tests/photograph.py`.

It needs Debian's chromium and chromium-driver.
"""

from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium.webdriver import Chrome
from support import browser

from hanoi_fsm.watching.page import page

FILE = Path(__file__).parent.parent / "diagrams" / "page.png"
WIDTH, HEIGHT = 1440, 1080
MOMENT = "by=two-storey&disks=5&step=12"


def photograph(chrome: Chrome, folder: Path) -> bytes:
    """The page at the moment, as a PNG."""
    file = folder / "machines.html"
    page("two-storey").save(file)
    size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": still})
    chrome.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    chrome.get(f"{file.as_uri()}#{MOMENT}")
    chrome.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 100))")
    return b64decode(chrome.execute_cdp_cmd("Page.captureScreenshot", {})["data"])


if __name__ == "__main__":
    with browser.browser() as chrome, TemporaryDirectory() as folder:
        FILE.write_bytes(photograph(chrome, Path(folder)))
