"""Who may ask where, read once from the environment. Only named people may load files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from settings import SettingsError

ACTIONS = ("ask", "lines", "cypher", "upload")


@dataclass(frozen=True, slots=True)
class Permissions:
    """Ids of Slack; an empty set of teams, channels or users allows all of them, of uploaders nobody.

    `actions` are some of ask, lines, cypher and upload.
    """

    teams: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()
    users: frozenset[str] = frozenset()
    uploaders: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset({"ask", "lines", "cypher"})

    def refusal(self, action: str, team: str, channel: str, user: str) -> str:
        """Say why this is not allowed; blank where it is."""
        if self.teams and team not in self.teams:
            return "I do not answer this workspace."
        if self.channels and channel not in self.channels:
            return "I am not set up for this channel."
        if self.users and user not in self.users:
            return "You are not among those whom I may answer."
        if action not in self.actions or (action == "upload" and user not in self.uploaders):
            load = action == "upload"
            return "You may not load files here." if load else f"'{action}' is switched off here."
        return ""


def read_permissions(environment: Mapping[str, str]) -> Permissions:
    """Read WIRELORE_SLACK_TEAMS, _CHANNELS, _USERS, _UPLOADERS and _ACTIONS: ids with commas between them."""

    def named(variable: str) -> frozenset[str]:
        given = environment.get(f"WIRELORE_SLACK_{variable}", "").split(",")
        return frozenset(filter(None, map(str.strip, given)))

    uploaders, actions = named("UPLOADERS"), named("ACTIONS")
    unknown = actions - set(ACTIONS)
    if unknown:
        found = ", ".join(sorted(unknown))
        raise SettingsError("WIRELORE_SLACK_ACTIONS", f"found {found}, expected some of {', '.join(ACTIONS)}")
    chosen = actions or {"ask", "lines", "cypher"} | ({"upload"} if uploaders else set())
    return Permissions(named("TEAMS"), named("CHANNELS"), named("USERS"), uploaders, frozenset(chosen))
