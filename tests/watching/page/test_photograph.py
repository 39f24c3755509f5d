"""The picture of the page in the README shows the page as it is now."""

from base64 import b64encode
from pathlib import Path

import photograph
import pytest
from selenium.webdriver import Chrome

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

LARGEST_DIFFERENCE = 6
"""Of 255, on average: other fonts make some, another layout makes more."""

DIFFERENCE = """
const [pictures, done] = [arguments[0], arguments[1]];
const pixels = async (text) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${text}`;
  await picture.decode();
  const [width, height] = [picture.width, picture.height];
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(picture, 0, 0);
  return [width, height, context.getImageData(0, 0, width, height).data];
};
Promise.all(pictures.map(pixels)).then(([[width, height, one], [, , other]]) => {
  let sum = 0;
  for (let i = 0; i < one.length; i++) {
    sum += Math.abs(one[i] - (other[i] ?? 255));
  }
  done([width, height, sum / one.length]);
});
"""


def test_the_picture_in_the_readme_shows_the_page(chrome: Chrome, tmp_path: Path) -> None:
    now = photograph.photograph(chrome, tmp_path)
    chrome.get("about:blank")
    pictures = [b64encode(one).decode() for one in (photograph.FILE.read_bytes(), now)]
    width, height, difference = chrome.execute_async_script(DIFFERENCE, pictures)
    assert (width, height) == (photograph.WIDTH, photograph.HEIGHT)
    assert difference < LARGEST_DIFFERENCE, "take it again: python tests/browser/photograph.py"
