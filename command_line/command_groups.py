"""Lists the commands of `wirelore --help` by what they are for, in the order of use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typer.core import TyperGroup

GROUPS: Mapping[str, Sequence[str]] = {
    "Load": ("demo", "ingest", "watch", "remove", "status"),
    "Find problems": ("check", "rules", "test-filter", "map", "path", "history", "diff", "timeline"),
    "Ask": ("ask", "chat", "slack", "mcp"),
    "People": ("users", "tokens", "conversations", "feedback"),
    "Parsers and models": ("parsers", "sample", "doctor", "communities", "triplets", "embed", "export"),
    "Measure": ("evaluate", "compare", "replay", "questions"),
}


class GroupedCommands(TyperGroup):
    """Shows the commands below headings; one that stands in no group comes last."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name the commands in the order of the groups."""
        order = [name for names in GROUPS.values() for name in names]
        known = super().list_commands(ctx)
        return [name for name in order if name in known] + [name for name in known if name not in order]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group with the first sentence of each command's help."""
        names = self.list_commands(ctx)
        groups = dict(GROUPS)
        groups["Others"] = [name for name in names if all(name not in some for some in GROUPS.values())]
        limit = formatter.width - 6 - max(map(len, names))
        for title, some in groups.items():
            rows = [
                (name, command.get_short_help_str(limit))
                for name in some
                if (command := self.get_command(ctx, name)) is not None and not command.hidden
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=30, col_spacing=2)
