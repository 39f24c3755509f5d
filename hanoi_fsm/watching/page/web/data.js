// All that the page knows, as Python has written it into the page: see `PageData` in data.py.

export const pageData = JSON.parse(document.getElementById("data").textContent);
