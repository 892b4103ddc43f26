"""One attack: a parser's source, and how its success would show."""

from __future__ import annotations

from dataclasses import dataclass

PRELUDE = """
def found(what):
    return [{"type": "found", "values": {"what": str(what)}, "lines": [[0, 0]]}]

def record(values):
    return {"type": "item", "values": values, "lines": [[0, 0]], "children": []}

"""


@dataclass(frozen=True, slots=True)
class Attack:
    """Succeeds by a record of the type "found", or by what the fields say.

    `secret`: nothing less than the secret in what comes back; `made`: a file of that name in the drop
    folder; `victim_lost`: the victim file deleted or emptied. In the source, @CANARY@ stands for the folder,
    @PORT@ and @ABSTRACT@ for the listeners.
    """

    source: str
    secret: bool = False
    made: str = ""
    victim_lost: bool = False
    reaches_listener: bool = False
    forged: bool = False
