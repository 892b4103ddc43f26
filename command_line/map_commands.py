"""wirelore map and wirelore path: the network's devices and links, and the way between two of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from command_line.options import Json, Kg
from command_line.running import FAILED, console, json_only, print_json, settings_for
from reading.printable import printable

if TYPE_CHECKING:
    from workspace.network_map import MapLink


def draw(
    layer: Annotated[
        str,
        typer.Option(
            help="physical, l3, vpn, ospf, bgp or 'vlan NUMBER'. [default: all]", show_default=False
        ),
    ] = "",
    form: Annotated[
        Literal["text", "mermaid", "graphml", "json"], typer.Option("--format", help="What to write.")
    ] = "text",
    kg: Kg = None,
) -> None:
    """Show devices and their links, each with the lines that prove it."""
    from workspace.map_formats import map_json, write_graphml, write_mermaid
    from workspace.workspace import Workspace

    with json_only(form != "text"), Workspace(settings_for(kg)) as workspace:
        try:
            drawn = workspace.network_map(layer)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="'--layer'") from error
    if form == "json":
        print_json(map_json(drawn))
    elif form in ("mermaid", "graphml"):
        text = write_mermaid(drawn) if form == "mermaid" else write_graphml(drawn)
        sys.stdout.write(printable(text))
    else:
        for link in drawn.links:
            _show(link)
        devices = sum(node.kind == "device" for node in drawn.nodes)
        console().print(f"{devices} devices, {len(drawn.links)} links")


def find_path(
    one: Annotated[str, typer.Argument(metavar="A", help="A device, or an address of one.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Show the links between two devices, with the lines that prove each; exits with 1 where none lead there.

    These are the links, not the way that packets are routed.
    """
    from workspace.map_formats import link_json
    from workspace.workspace import Workspace

    with json_only(json), Workspace(settings_for(kg)) as workspace:
        try:
            way, _ = workspace.path_between(one, other)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="'A' and 'B'") from error
    if json:
        ways = [
            [
                {"from": hop.one, "to": hop.other, "links": [link_json(link) for link in hop.links]}
                for hop in each
            ]
            for each in way.ways
        ]
        print_json(
            {
                "from": way.one,
                "to": way.other,
                "ways": ways,
                "reached": list(way.reached),
                "missed": list(way.missed),
            }
        )
    else:
        screen = console()
        if any(way.asked):
            screen.print(" to ".join(way.ends), markup=False)
        for number, each in enumerate(way.ways, 1):
            names = " \N{EN DASH} ".join([way.one, *(hop.other for hop in each)])
            screen.print(f"way {number}: {names}", style="bold", markup=False, soft_wrap=True)
            for hop in each:
                for link in hop.links:
                    _show(link)
        if not way.ways:
            screen.print(f"no link is known that leads from {way.one} to {way.other}", markup=False)
            for name, known in ((way.one, way.reached), (way.other, way.missed)):
                screen.print(
                    f"  {name} reaches {', '.join(known) or 'nothing'}", markup=False, soft_wrap=True
                )
    if not way.ways and way.one != way.other:
        raise typer.Exit(FAILED)


def _show(link: MapLink) -> None:
    from rich.text import Text

    ends = " \N{EN DASH} ".join(
        f"{name} {port}".strip() for name, port in zip((link.one, link.other), link.ports, strict=True)
    )
    row = [link.layer, link.label, "" if link.sure else "only one end says so", link.severity]
    console().print(Text(f"{ends}  {'  '.join(filter(None, row))}"), soft_wrap=True)
    for proof in link.proofs:
        places = ", ".join(f"{line.path}:{line.number}" for line in proof.lines)
        console().print(Text(f"    {proof.how}  {places}", style="dim"), soft_wrap=True)
