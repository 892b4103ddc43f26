"""What is at the other end of a port by descriptions alone: its own, and those elsewhere that name it."""

from __future__ import annotations

import re

from agent.planner.across.link_ends import naming
from agent.planner.plan_records import Statement
from agent.planner.scope import Scope
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import Parameters
from graph_store.names import quote_name

_DESCRIPTION = "descr"


def write_described_end(scope: Scope) -> Statement | None:
    """Write the descriptions of a named port, and of the things elsewhere whose description names it and its device."""
    ports = [one for one in scope.located if not one.devices]
    keys = tuple(
        dict.fromkeys(one.value for port in ports for one in port.occurrences if one.property == "key")
    )
    if len(scope.devices) != 1 or len(ports) != 1 or not keys:
        return None
    parameters = Parameters()
    device, named = parameters.add(scope.devices[0]), parameters.add(keys)
    near = parameters.add(naming(scope.devices[0]))
    port = parameters.add(rf".*(?<![\w/-]){re.escape(str(keys[0]).lower())}(?![\w/-]).*")
    parts = []
    for label in scope.lexicon.things:
        for name in label.properties if label.name != ROOT and has_key(label) else ():
            if name.startswith(_DESCRIPTION):
                said = f"n.{quote_name(name)}"
                own = f"n.device = {device} AND n.key IN {named} AND {said} IS NOT NULL"
                text = f"toLower(toString({said}))"
                far = f"n.device <> {device} AND {text} =~ {near} AND {text} =~ {port}"
                parts += [
                    f"MATCH (n:{quote_name(label.name)}) WHERE {test} "
                    f"RETURN DISTINCT n.device AS device, n.key AS interface, {said} AS description"
                    for test in (own, far)
                ]
    written = " UNION ".join(parts)
    if not parts or not scope.look_up.rows(written, parameters.values):
        return None
    note = "read as: what the descriptions say; no address ties it to another device"
    columns = ("device", "interface", "description")
    return Statement(written, parameters.values, "list", columns, subject="interface", note=note)
