"""Finds the parsers in a folder, including broken ones, and verifies them on files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from command_line.errors import CommandError
from ingest.errors import BadParserFolder
from ingest.find_files import PassedOver, open_files
from ingest.parser_folder import MANIFEST, SCHEMA, SOURCE, SPLIT, part_name
from ingest.parser_folder import read_parser as read_parser
from ingest.records import Parser
from ingest.sandbox import Sandbox
from ingest.verify_files import Verification, verify_files

# What can go wrong with `wirelore parsers`.


class ParserCommandError(CommandError):
    """An expected failure of a command about parsers."""


class UnknownParserError(ParserCommandError):
    """No parser of that name in the folder; `possible` are those there are."""

    def __init__(self, folder: str, name: str, possible: Sequence[str], or_path: bool = False) -> None:
        what = "parser, file or folder" if or_path else "parser"
        super().__init__(f"{folder}: no {what} {name!r}{_nearest(name, possible)}")
        self.name, self.possible = name, tuple(possible)


class UnknownSectionError(ParserCommandError):
    """The parser has no such section; `possible` are those there are."""

    def __init__(self, parser: str, name: str, possible: Sequence[str]) -> None:
        super().__init__(f"{parser}: no section {name!r}{_nearest(name, possible)}")
        self.name, self.possible = name, tuple(possible)


class NothingToCompareError(ParserCommandError):
    """There is no other version of the parser at `place`."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place


class NothingToVerifyError(ParserCommandError):
    """There is no parser to verify, or no file to verify it on; `place` is what was given."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place


def _nearest(name: str, possible: Sequence[str]) -> str:
    if not possible:
        return "; there is none"
    near = get_close_matches(name, possible, n=1)
    return f"; there is {', '.join(possible)}" + (f" (did you mean {near[0]!r}?)" if near else "")


@dataclass(frozen=True, slots=True)
class FoundParser:
    """A parser's folder; where it cannot be used, `parser` is None and `reason` says why."""

    place: Path
    parser: Parser | None
    reason: str = ""

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.place.name


def find_parsers(folder: Path) -> list[FoundParser]:
    """List what the folder holds, by name; nothing where it is missing. A folder without any of our files is none."""
    if not folder.is_dir():
        return []
    places = [place for place in sorted(folder.iterdir()) if place.is_dir()]
    return [_read(place) for place in places if parser_files(place) or (place / MANIFEST).exists()]


def parser_files(place: Path) -> list[str]:
    """Name the sources and the schema in a parser's folder."""
    names = [path.name for path in place.iterdir() if path.is_file()] if place.is_dir() else []
    return sorted(name for name in names if name.endswith((".py", ".json")) and name != MANIFEST)


def _read(place: Path) -> FoundParser:
    if not (place / MANIFEST).is_file():
        return FoundParser(place, None, f"{place}: no {MANIFEST}, so that an ingest passes it over")
    try:
        return FoundParser(place, _shaped(place))
    except BadParserFolder as error:
        return FoundParser(place, None, str(error))


def _shaped(place: Path) -> Parser:
    """Read a parser whose schema and story have the shape that commands tell of. Raises BadParserFolder."""
    parser = read_parser(place)
    parts: dict[str, object] = {name: parser.schema.get(name, {}) for name in ("properties", "$defs")}
    for name, part in parts.items():
        if not isinstance(part, Mapping) or not all(isinstance(each, Mapping) for each in part.values()):
            raise BadParserFolder(str(place), f"{SCHEMA}: {name} is no object of objects")
    for kind, described in parser.schema.get("$defs", {}).items():
        fields = described.get("properties", {})
        if not isinstance(fields, Mapping) or not all(isinstance(each, Mapping) for each in fields.values()):
            raise BadParserFolder(str(place), f"{SCHEMA}: properties of {kind} is no object of objects")
    stages = parser.learning.get("stages", [])
    if not isinstance(parser.learning.get("usage", {}), Mapping):
        raise BadParserFolder(str(place), f"{MANIFEST}: usage is no object")
    if not isinstance(stages, list) or not all(isinstance(each, Mapping) for each in stages):
        raise BadParserFolder(str(place), f"{MANIFEST}: stages is no list of objects")
    return parser


def find_parser(folder: Path, name: str) -> Parser:
    """Return one parser. Raises UnknownParserError and BadParserFolder."""
    return _shaped(find_place(folder, name))


def find_place(folder: Path, name: str) -> Path:
    """Return a parser's folder, be it usable or not. Raises UnknownParserError."""
    found = {each.name: each.place for each in find_parsers(folder)}
    if name not in found:
        raise UnknownParserError(str(folder), name, list(found))
    return found[name]


def section_names(parser: Parser) -> list[str]:
    """Name the parts that a person can ask for: "split" and the sections, or "parse" where there are none."""
    if not parser.parts:
        return [Path(SOURCE).stem]
    sections = [name.removeprefix("parse_").removesuffix(".py") for name in parser.parts if name != SPLIT]
    return [Path(SPLIT).stem, *sections]


def section_source(parser: Parser, section: str) -> tuple[str, str]:
    """Return the file name and the source of a section. Raises UnknownSectionError."""
    names = section_names(parser)
    sources = parser.parts or {SOURCE: parser.source}
    for file in (part_name(section), f"{section}.py", section):
        if file in sources:
            return file, sources[file]
    raise UnknownSectionError(parser.name, section, names)


def divide_arguments(
    folder: Path, arguments: Sequence[str], found: Sequence[FoundParser]
) -> tuple[list[str], list[Path]]:
    """Tell parsers' names from paths; a name counts as one before a file of that name does (./NAME is the file).

    Raises UnknownParserError for what is neither.
    """
    known = [each.name for each in found]
    names = [each for each in arguments if each in known]
    paths = [each for each in arguments if each not in known]
    for path in paths:
        if not Path(path).exists():
            raise UnknownParserError(str(folder), path, known, or_path=True)
    return names, [Path(path) for path in paths]


# Verifies the parsers of a folder on files, for `wirelore parsers verify`.


@dataclass(frozen=True, slots=True)
class VerifyOutcome:
    """What was found; `broken` says which parsers could not be tried, and why."""

    found: Verification
    passed_over: tuple[PassedOver, ...]
    broken: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """True where a parser is broken or wrong, or a file has none."""
        return bool(self.broken) or self.found.wrong


def verify(
    folder: Path, there: Sequence[FoundParser], arguments: Sequence[str], allow_weak_sandbox: bool
) -> VerifyOutcome:
    """Run the named parsers, or all that are there, on the files among the arguments.

    Raises ParserCommandError, IngestError and SandboxError.
    """
    names, paths = divide_arguments(folder, arguments, there)
    if not there:
        raise NothingToVerifyError(str(folder), "no parsers there; an ingest learns and keeps them")
    if not paths:
        raise NothingToVerifyError(
            " ".join(names),
            "files or folders to run it on are missing (./NAME for a file of a parser's name)",
        )
    named = [find_parser(folder, name) for name in dict.fromkeys(names)]
    usable = named or [each.parser for each in there if each.parser]
    broken = () if named else tuple(each.reason for each in there if not each.parser)
    with open_files(paths) as files, Sandbox(allow_weak=allow_weak_sandbox) as sandbox:
        found = verify_files(files.files, usable, sandbox, chosen=bool(named))
    return VerifyOutcome(found, files.passed_over, broken)
