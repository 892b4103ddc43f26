"""Serves /map, /path and /device, and draws the map that a link of theirs asks for."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio

import chainlit as cl

from chat.map.device_view import show_device
from chat.map.map_view import page_map, show_map, show_way
from chat.words.markdown import show_plain
from chat.words.say import say
from findings.kept import read_incidents
from workspace.device_page import NoSuchDeviceError
from workspace.network_map import DevicePath
from workspace.workspace import Workspace

FIRST_LAYER = "physical"
LONGEST = 400


async def send_map(rest: str, workspace: Workspace) -> None:
    """List the links of the map, or of one layer, and draw it. Raises GraphError."""
    try:
        drawn = await asyncio.to_thread(workspace.network_map, rest)
    except ValueError as error:
        await cl.Message(show_plain(str(error))).send()
        return
    await cl.Message(show_map(drawn, rest)).send()
    if drawn.links:
        await _draw(rest, workspace)


async def send_path(rest: str, workspace: Workspace) -> None:
    """Show the ways between two devices, with a link that draws them. Raises GraphError."""
    ends = rest.replace(",", " ").split()
    if len(ends) != 2:
        await cl.Message(say("way.use")).send()
        return
    try:
        way, _ = await asyncio.to_thread(workspace.path_between, *ends)
    except ValueError as error:
        await cl.Message(show_plain(str(error))).send()
        return
    await cl.Message(show_way(way)).send()


async def send_device(rest: str, workspace: Workspace) -> None:
    """Show a device's page. Raises GraphError."""
    if not rest:
        await cl.Message(say("device.use")).send()
        return
    try:
        page = await asyncio.to_thread(workspace.device_page, rest)
    except NoSuchDeviceError as error:
        await cl.Message(show_plain(str(error))).send()
        return
    await cl.Message(show_device(page)).send()


async def draw_asked(asked: object, workspace: Workspace) -> bool:
    """Draw the map that a link asks for; False where the page asks something else. Raises GraphError."""
    match asked:
        case {"wirelore": "open-map", "what": str(what)} if len(what) <= LONGEST:
            await _draw(what, workspace)
            return True
    return False


async def _draw(what: str, workspace: Workspace) -> None:
    ends = what.split()
    steps: set[frozenset[str]] = set()
    if len(ends) == 2 and ends[0].lower() != "vlan":
        try:
            way, drawn = await asyncio.to_thread(workspace.path_between, *ends)
        except ValueError:  # the map has changed since the link was written
            way, drawn = DevicePath(ends[0], ends[1]), await asyncio.to_thread(workspace.network_map)
        steps = {frozenset((hop.one, hop.other)) for hops in way.ways for hop in hops}
        what = FIRST_LAYER
    else:
        drawn = await asyncio.to_thread(workspace.network_map)
    incidents = await asyncio.to_thread(lambda: read_incidents(workspace.graph()))
    told = await asyncio.to_thread(page_map, drawn, what or FIRST_LAYER, frozenset(steps), incidents)
    await cl.send_window_message(told)
