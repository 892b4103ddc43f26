"""Writes the map of a network as Mermaid, GraphML or JSON. Pure."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from workspace.network_map import MapLink, NetworkMap

_SHAPES = {"device": ("[", "]"), "outside": ("([", "])"), "subnet": ("{{", "}}")}


def write_mermaid(drawn: NetworkMap) -> str:
    """Write a flowchart; what only one end says is dotted, and nodes with findings of high severity are red."""
    names = {node.name: f"n{at}" for at, node in enumerate(drawn.nodes)}
    lines = ["flowchart LR"]
    for node in drawn.nodes:
        begin, end = _SHAPES[node.kind]
        lines.append(f'    {names[node.name]}{begin}"{_quoted(node.name)}"{end}')
    for link in drawn.links:
        arrow = "---" if link.sure else "-.-"
        lines.append(f'    {names[link.one]} {arrow}|"{_quoted(say_link(link))}"| {names[link.other]}')
    if grave := [names[node.name] for node in drawn.nodes if node.severity == "high"]:
        lines += ["    classDef high stroke:#b3261e,stroke-width:3px", f"    class {','.join(grave)} high"]
    return "\n".join(lines) + "\n"


def say_link(link: MapLink) -> str:
    """Say the layer, the ports and the label: "physical Gi0/1 to ge-0/0/2"."""
    ports = " to ".join(port for port in link.ports if port)
    return " ".join(filter(None, (link.layer, ports, link.label)))


_ENTITIES = str.maketrans(
    {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;", "#": "#35;", "%": "#37;", "`": "#96;"}
)
"""Mermaid's own entities are without `&`: else `%%` would begin a comment or a directive, and a backtick Markdown."""


def _quoted(text: str) -> str:
    return text.translate(_ENTITIES)


def write_graphml(drawn: NetworkMap) -> str:
    """Write GraphML as yEd, Gephi and networkx read it; an edge has its layer, ports, proofs and lines."""
    import networkx

    net = networkx.MultiGraph()
    for node in drawn.nodes:
        net.add_node(node.name, kind=node.kind, severity=node.severity, findings=node.findings)
    for link in drawn.links:
        attributes = {
            "layer": link.layer,
            "port": link.ports[0],
            "other_port": link.ports[1],
            "label": link.label,
            "sure": link.sure,
            "severity": link.severity,
            "proofs": ", ".join(proof.how for proof in link.proofs),
            "lines": ", ".join(f"{line.path}:{line.number}" for line in link.lines),
        }
        net.add_edge(link.one, link.other, **attributes)
    return "\n".join(networkx.generate_graphml(net)) + "\n"


def map_json(drawn: NetworkMap) -> dict[str, Any]:
    """Describe nodes and links; lines come without their text."""
    return {"nodes": [asdict(node) for node in drawn.nodes], "links": list(map(link_json, drawn.links))}


def link_json(link: MapLink) -> dict[str, Any]:
    """Describe a link with what proves it."""
    proofs = [
        {"how": proof.how, "lines": [{"path": line.path, "line": line.number} for line in proof.lines]}
        for proof in link.proofs
    ]
    return {
        "ends": [
            {"node": link.one, "port": link.ports[0]},
            {"node": link.other, "port": link.ports[1]},
        ],
        "layer": link.layer,
        "label": link.label,
        "sure": link.sure,
        "severity": link.severity,
        "vlans": sorted(link.vlans),
        "proofs": proofs,
    }
