"""The commands about learned parsers: wirelore parsers list | show | verify | diff."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from command_line.options import (
    FAILED,
    Json,
    Kg,
    ParserName,
    ParsersFolder,
    chosen_parsers,
    console,
    json_only,
)

parsers_app = typer.Typer(
    help="Look at learned parsers, and check them.", no_args_is_help=True, rich_markup_mode=None
)


@parsers_app.command("list")
def list_parsers(kg: Kg = None, parsers: ParsersFolder = None, json: Json = False) -> None:
    """List the parsers, and what learning them took."""
    from command_line.find_parsers import find_parsers
    from command_line.json_output import print_json
    from command_line.parsers_json import list_json
    from command_line.show_parsers import show_list

    folder = chosen_parsers(kg, parsers)
    found = find_parsers(folder)
    print_json(list_json(str(folder), found)) if json else show_list(console(), str(folder), found)


@parsers_app.command("show")
def show_parser(
    name: ParserName,
    section: Annotated[
        str | None, typer.Option(help="Print the source that reads this section ('split' finds them).")
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema.")] = False,
    kg: Kg = None,
    parsers: ParsersFolder = None,
    json: Json = False,
) -> None:
    """Tell how a parser was learned, and what it reads."""
    from command_line import show_parsers
    from command_line.find_parsers import find_parser, section_source
    from command_line.json_output import print_json
    from command_line.parsers_json import story_json

    parser = find_parser(chosen_parsers(kg, parsers), name)
    file, source = section_source(parser, section) if section is not None else ("", "")
    if json:
        chosen = {"file": file, "source": source} if file else {}
        print_json(story_json(parser) | chosen | ({"schema": parser.schema} if schema else {}))
        return
    out = console()
    if file:
        show_parsers.show_source(out, source)
    if schema:
        show_parsers.show_schema(out, parser.schema)
    if not (file or schema):
        show_parsers.show_parser(out, parser)


@parsers_app.command("verify")
def verify_parsers(
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="[NAME...] PATH...", help="Parsers (all, if none is named), files and folders."
        ),
    ],
    kg: Kg = None,
    parsers: ParsersFolder = None,
    json: Json = False,
    allow_weak_sandbox: Annotated[
        bool, typer.Option(help="Run parsers even where this machine cannot confine them fully.")
    ] = False,
) -> None:
    """Run parsers on files and tell what is wrong. Exits with 1 when something is, or coverage has fallen."""
    from command_line.find_parsers import find_parsers
    from command_line.json_output import print_json
    from command_line.parsers_json import verification_json
    from command_line.show_verification import show_verification
    from command_line.verify_parsers import verify

    folder = chosen_parsers(kg, parsers)
    with json_only(json):
        found = verify(folder, find_parsers(folder), arguments, allow_weak_sandbox)
    print_json(verification_json(found)) if json else show_verification(console(), found)
    if found.wrong:
        raise typer.Exit(FAILED)


@parsers_app.command("diff")
def diff_parsers(
    name: ParserName,
    against: Annotated[
        Path | None, typer.Option(help="A folder with a parser of this name. [default: the previous version]")
    ] = None,
    kg: Kg = None,
    parsers: ParsersFolder = None,
) -> None:
    """Show what changed in a parser since it was learned last. Exits with 1 when something did."""
    from command_line.diff_parsers import diff_parsers as diff
    from command_line.diff_parsers import show_diff

    lines = diff(chosen_parsers(kg, parsers), name, against)
    show_diff(console(), lines)
    if lines:
        raise typer.Exit(FAILED)
