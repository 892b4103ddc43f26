"""Shows the map and ways as Markdown, and writes the map for the page's graph library. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import quote

from chat.findings.findings_view import link_lines
from chat.words.markdown import show_cell_text, show_plain, show_table
from chat.words.say import say, say_number, say_some, words_of
from findings.incidents import Incident, all_findings
from workspace.network_map import DevicePath, MapLink, NetworkMap

OPEN = "#map="
"""How the address of a link begins that draws the map: a layer stands behind it, or two devices."""
MOST_ROWS = 300
MOST_NAMED = 20
MOST_EVEN = 80
"""So many nodes are placed with even distances, which takes the square of their number; more by springs."""
ROUNDS = 120
MOST_WRONG = 3
Steps = frozenset[frozenset[str]]
"""The pairs of nodes that a way leads over."""


def show_map(drawn: NetworkMap, layer: str) -> str:
    """Say how much there is, and list the links, each with what proves it."""
    devices = sum(node.kind == "device" for node in drawn.nodes)
    counts = say(
        "map.counts",
        devices=say_number("count.device", devices),
        links=say_number("map.link", len(drawn.links)),
    )
    if not drawn.links:
        return say("map.none", counts=counts)
    part = say("map.part", shown=MOST_ROWS) if len(drawn.links) > MOST_ROWS else ""
    shown = [
        f"**{counts}** · {open_map(say('map.open'), layer)}",
        part,
        list_links(drawn.links[:MOST_ROWS]),
        say("map.hint"),
    ]
    return "\n\n".join(filter(None, shown))


def show_way(way: DevicePath) -> str:
    """Write each way as its steps, each with the links that it rests on; where there is none, what is reached."""
    one, other = map(show_plain, way.ends)
    if not way.ways:
        known = [
            say(
                "way.reaches",
                name=show_plain(name),
                names=say_some(names, MOST_NAMED, show_plain) or say("count.none"),
            )
            for name, names in ((way.one, way.reached), (way.other, way.missed))
        ]
        return "\n\n".join([say("way.none", one=one, other=other), *known])
    parts = [
        f"{say('way.title', one=one, other=other)} · {open_map(say('map.open'), f'{way.one} {way.other}')}"
    ]
    for hops in way.ways:
        named = " \N{RIGHTWARDS ARROW} ".join(
            show_plain(name) for name in (way.one, *(hop.other for hop in hops))
        )
        parts += [f"**{named}**", list_links([link for hop in hops for link in hop.links])]
    if any(not hop.links[0].sure for hops in way.ways for hop in hops):
        parts.append(say("way.unsure"))
    return "\n\n".join([*parts, say("way.hint")])


def list_links(links: Sequence[MapLink]) -> str:
    """Write links as a table, each with the lines that prove it."""
    words = words_of("map.columns")
    rows = [
        (
            show_cell_text(f"{link.one} {link.ports[0]}".strip()),
            show_cell_text(f"{link.other} {link.ports[1]}".strip()),
            show_cell_text(f"{link.layer} {link.label}".strip()),
            f"{show_cell_text(_proofs(link))} {link_lines(link.lines)}",
            link.severity,
        )
        for link in links
    ]
    return show_table([words[name] for name in ("one", "other", "layer", "proof", "found")], rows)


def _proofs(link: MapLink) -> str:
    proofs = ", ".join(proof.how for proof in link.proofs)
    return proofs if link.sure else say("map.one_end", proofs=proofs)


def open_map(shown: str, what: str) -> str:
    """Write Markdown as a link that draws the map."""
    return f"[{shown}]({OPEN}{quote(what, safe='')})"


def page_map(
    drawn: NetworkMap, layer: str, steps: Steps = frozenset(), incidents: Sequence[Incident] = ()
) -> dict[str, Any]:
    """Give nodes with their places, links and words as the page draws them; those of a way are `lit`.

    `wrong` are the first findings of a node, the worst first, each with the first line of
    each of two files.
    """
    places, wrong = _places(drawn), defaultdict[str, list[tuple[str, list[str]]]](list)
    for finding in all_findings(incidents):
        for name in finding.devices:
            ends = {one.path: f"{one.path}:{one.number}" for one in reversed(finding.lines)}
            wrong[name].append((finding.message, [*reversed(ends.values())][:2]))
    lit = frozenset().union(*steps) if steps else frozenset[str]()
    nodes = [
        {
            "id": node.name,
            "kind": node.kind,
            "severity": node.severity,
            "findings": node.findings,
            "wrong": wrong[node.name][:MOST_WRONG],
            "lit": node.name in lit,
            "x": places[node.name][0],
            "y": places[node.name][1],
        }
        for node in drawn.nodes
    ]
    return {
        "wirelore": "map",
        "layer": layer,
        "nodes": nodes,
        "links": _page_links(drawn.links, steps),
        "words": words_of("map.page"),
    }


def _page_links(links: Sequence[MapLink], steps: Collection[frozenset[str]]) -> list[dict[str, Any]]:
    return [
        {
            "from": link.one,
            "to": link.other,
            "layer": link.layer,
            "ports": link.ports,
            "label": link.label,
            "sure": link.sure,
            "severity": link.severity,
            "lit": frozenset((link.one, link.other)) in steps,
            "vlans": sorted(link.vlans),
            "proofs": _proofs(link),
            "lines": [f"{line.path}:{line.number}" for line in link.lines],
        }
        for link in links
    ]


def _places(drawn: NetworkMap) -> dict[str, tuple[float, float]]:
    """Place the nodes, from -1 to 1, so that what is linked is near; the same map looks the same each time."""
    import networkx

    net = networkx.Graph()
    net.add_nodes_from(node.name for node in drawn.nodes)
    net.add_edges_from((link.one, link.other) for link in drawn.links)
    if len(net) <= MOST_EVEN:
        found = networkx.kamada_kawai_layout(net)
    else:
        found = networkx.spring_layout(net, seed=7, iterations=ROUNDS)
    return {name: (round(float(x), 3), round(float(y), 3)) for name, (x, y) in found.items()}
