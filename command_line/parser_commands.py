"""The commands about learned parsers: wirelore parsers list | show | verify | diff."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated

import typer

from command_line.options import Json, Kg, ParsersFolder, WeakSandbox, command_group
from command_line.running import FAILED, console, json_only, print_json, settings_for
from workspace.folders import parsers_folder

parsers_app = command_group("Show and check learned parsers.")
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the parser, as listed.")]


@parsers_app.command("list")
def list_parsers(kg: Kg = None, parsers: ParsersFolder = None, json: Json = False) -> None:
    """List parsers, and what learning them cost."""
    from command_line.find_parsers import find_parsers
    from command_line.parsers_json import list_json
    from command_line.show_parsers import show_list

    folder = _folder(kg, parsers)
    found = find_parsers(folder)
    print_json(list_json(str(folder), found)) if json else show_list(console(), str(folder), found)


@parsers_app.command("show")
def show_parser(
    name: Name,
    section: Annotated[
        str | None,
        typer.Option(help="Print the source for this section ('split' for the one that finds sections)."),
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema.")] = False,
    kg: Kg = None,
    parsers: ParsersFolder = None,
    json: Json = False,
) -> None:
    """Show how a parser was learned, and what it reads."""
    from command_line import show_parsers
    from command_line.find_parsers import find_parser, section_source
    from command_line.parsers_json import story_json

    parser = find_parser(_folder(kg, parsers), name)
    file, source = section_source(parser, section) if section is not None else ("", "")
    if json:
        chosen = {"file": file, "source": source} if file else {}
        print_json(story_json(parser) | chosen | ({"schema": parser.schema} if schema else {}))
        return
    out = console()
    if file:
        show_parsers.show_code(out, source, "python")
    if schema:
        show_parsers.show_code(out, json_format.dumps(parser.schema, indent=1, ensure_ascii=False), "json")
    if not (file or schema):
        show_parsers.show_parser(out, parser)


@parsers_app.command("verify")
def verify_parsers(
    arguments: Annotated[
        list[str],
        typer.Argument(metavar="[NAME...] PATH...", help="Parsers (default: all), files and folders."),
    ],
    kg: Kg = None,
    parsers: ParsersFolder = None,
    json: Json = False,
    allow_weak_sandbox: WeakSandbox = False,
) -> None:
    """Run parsers on files and report problems. Exits with 1 if there are any, or coverage fell."""
    from command_line.find_parsers import find_parsers, verify
    from command_line.parsers_json import verification_json
    from command_line.show_parsers import show_verification

    folder = _folder(kg, parsers)
    with json_only(json):
        found = verify(folder, find_parsers(folder), arguments, allow_weak_sandbox)
    print_json(verification_json(found)) if json else show_verification(console(), found)
    if found.wrong:
        raise typer.Exit(FAILED)


@parsers_app.command("diff")
def diff_parsers(
    name: Name,
    against: Annotated[
        Path | None,
        typer.Option(help="Folder with another version of the parser. [default: the previous version]"),
    ] = None,
    kg: Kg = None,
    parsers: ParsersFolder = None,
) -> None:
    """Show what changed in a parser since it was learned. Exits with 1 if anything did."""
    from command_line.find_parsers import diff_parsers as diff
    from command_line.show_parsers import show_diff

    lines = diff(_folder(kg, parsers), name, against)
    show_diff(console(), lines)
    if lines:
        raise typer.Exit(FAILED)


def _folder(kg: str | None, parsers: Path | None) -> Path:
    """Return the folder of parsers; a KG need not be there, nor its server run."""
    return parsers or parsers_folder(settings_for(kg).kg)
