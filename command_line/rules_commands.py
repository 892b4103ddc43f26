"""The commands about rules of one's own: wirelore rules add | list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import Json, Kg, command_group
from command_line.running import console, json_only, print_json, settings_for

if TYPE_CHECKING:
    from conversations.records import KeptTurn, RunStatement

rules_app = command_group("Keep questions as rules, which every load and check runs.")


@rules_app.command("add")
def add_rule(
    name: Annotated[str, typer.Argument(help="Name of the rule: small letters, digits and '-'.")],
    from_last: Annotated[
        bool, typer.Option("--from-last", help="Keep the last question that was asked with `wirelore ask`.")
    ] = False,
    question: Annotated[str, typer.Option(help="Keep this question, asked without a model.")] = "",
    severity: Annotated[str, typer.Option(help="high, medium, low or info.")] = "medium",
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Keep a question as a rule: what its statement or its table of what is missing shows is found at every load.

    The rule is added to rules.yaml in the KG's folder, where it can be read and edited.
    """
    from findings.records import SEVERITIES
    from workspace.folders import rules_file
    from workspace.workspace import Workspace

    if from_last == bool(question):
        raise typer.BadParameter("give one of --from-last and --question", param_hint="'--from-last'")
    chosen = next((one for one in SEVERITIES if one == severity), None)
    if chosen is None:
        raise typer.BadParameter(f"expected one of: {', '.join(SEVERITIES)}", param_hint="'--severity'")
    settings = settings_for(kg)
    turn = _last_turn(settings.kg) if from_last else None
    statements = [one.text for one in turn.statements if _may_be_rule(one)] if turn else []
    with json_only(json), Workspace(settings) as workspace:
        kept = workspace.keep_rule(name, turn.question if turn else question, statements, severity=chosen)
    if json:
        print_json({"rule": kept.text, "file": str(rules_file(settings.kg)), "findings": len(kept.found)})
        return
    out = console()
    out.print(kept.text.rstrip(), markup=False, highlight=False, soft_wrap=True)
    message = f"kept in {rules_file(settings.kg)}; finds {len(kept.found):,} now"
    out.print(message, markup=False, highlight=False, soft_wrap=True)


def _may_be_rule(one: RunStatement) -> bool:
    """Tell whether a statement ran and found something, and has no parameters."""
    return one.kind == "cypher" and one.rows > 0 and not one.error and not one.parameters


def _last_turn(kg: str) -> KeptTurn:
    """Return the last question of the command line. Raises a usage error where nothing was asked."""
    from conversations.conversation_file import SUFFIX, read_conversation
    from conversations.keep_turn import conversations_folder

    paths = sorted(
        conversations_folder(kg).glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    for path in paths:
        found = read_conversation(path)
        if found.heading.door == "ask" and found.turns:
            return found.turns[-1]
    raise typer.BadParameter(f"nothing was asked of {kg} yet", param_hint="'--from-last'")


@rules_app.command("list")
def list_rules(kg: Kg = None, json: Json = False) -> None:
    """List the KG's own rules."""
    from workspace.folders import own_rules, rules_file

    name = settings_for(kg).kg
    rules = own_rules(name)
    if json:
        print_json(
            {"file": str(rules_file(name)), "rules": [one.model_dump(exclude_defaults=True) for one in rules]}
        )
        return
    out = console()
    for one in rules:
        out.print(
            f"{one.name} ({one.severity}) {one.why}".rstrip(), markup=False, highlight=False, soft_wrap=True
        )
    out.print(f"{len(rules)} rules in {rules_file(name)}", markup=False, highlight=False, soft_wrap=True)
