"""JSON as a person likes to read it: a line for each item of a list of objects, and ASCII only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def json_lines(document: Mapping[str, Any]) -> str:
    r"""The document as JSON text; lists of objects have a line an object.

    >>> print(json_lines({"name": "é", "rows": [{"a": 1}, {"a": 2}], "none": []}))
    {
      "name": "\u00e9",
      "rows": [
        {"a": 1},
        {"a": 2}
      ],
      "none": []
    }
    """
    pairs = [f"  {json.dumps(key)}: {_value(value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(pairs) + "\n}"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"    {json.dumps(item)}" for item in value) + "\n  ]"
    return json.dumps(value)
