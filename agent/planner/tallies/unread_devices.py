"""Says on which devices with a configuration nothing of what is asked for was read."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.planner.scope import Scope

_MOST_NAMED = 6
_CONFIGURED = "MATCH (d:Document) WHERE d.kind = 'configuration' RETURN collect(DISTINCT d.device)"


def configured_devices(scope: Scope) -> list[str]:
    """Return the devices that have a configuration."""
    rows = scope.look_up.rows(_CONFIGURED, {})
    return (
        sorted(str(one) for one in rows[0][0] if one) if rows and isinstance(rows[0][0], list | tuple) else []
    )


def say_unread(devices: Sequence[str], found: Collection[object]) -> str:
    """Name those of some devices on which nothing was found, where they are few; blank where there are none."""
    left = [one for one in devices if one not in found]
    named = ", ".join(left) if len(left) <= _MOST_NAMED else f"{len(left)} devices"
    return f"none was read on {named}" if left else ""
