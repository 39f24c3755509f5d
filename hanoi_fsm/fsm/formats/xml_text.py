"""XML as text: declared, indented, and without any sign outside ASCII."""

from __future__ import annotations

from xml.etree.ElementTree import Element, indent, tostring


def xml_text(root: Element) -> str:
    """The document below `root`.

    >>> print(xml_text(Element("a", {"name": "é"})))
    <?xml version="1.0" encoding="UTF-8"?>
    <a name="&#233;" />
    """
    indent(root)
    text = bytes(tostring(root, "us-ascii")).decode()
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'
