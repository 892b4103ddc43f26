"""Finds the parsers in a folder, including broken ones, verifies them on files, and compares versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches, unified_diff
from pathlib import Path

from command_line.errors import CommandError
from ingest.errors import BadParserFolder
from ingest.files.find_files import PassedOver, open_files
from ingest.learn.parser_folder import MANIFEST, PREVIOUS, SCHEMA, SOURCE, SPLIT, part_name, read_parser
from ingest.learn.verify_files import Verification, verify_files
from ingest.records import Parser
from ingest.sandbox import Sandbox


class ParserCommandError(CommandError):
    """An expected failure of a command about parsers."""


class UnknownParserError(ParserCommandError):
    """No parser of that name in the folder; `possible` are those there are."""

    def __init__(self, folder: str, name: str, possible: Sequence[str], what: str = "parser") -> None:
        super().__init__(f"{folder}: no {what} {name!r}{_nearest(name, possible)}")
        self.name, self.possible = name, tuple(possible)


class UnknownSectionError(ParserCommandError):
    """The parser has no such section; `possible` are those there are."""

    def __init__(self, parser: str, name: str, possible: Sequence[str]) -> None:
        super().__init__(f"{parser}: no section {name!r}{_nearest(name, possible)}")
        self.name, self.possible = name, tuple(possible)


class _PlaceError(ParserCommandError):
    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place


class NothingToCompareError(_PlaceError):
    """There is no other version of the parser at `place`."""


class NothingToVerifyError(_PlaceError):
    """There is no parser to verify, or no file to verify it on; `place` is what was given."""


def _nearest(name: str, possible: Sequence[str]) -> str:
    if not possible:
        return "; there is none"
    near = get_close_matches(name, possible, n=1)
    return f"; there is {', '.join(possible)}" + (f" (did you mean {near[0]!r}?)" if near else "")


@dataclass(frozen=True, slots=True)
class FoundParser:
    """A parser's folder; if it cannot be used, `parser` is None and `reason` says why."""

    place: Path
    parser: Parser | None
    reason: str = ""


def find_parsers(folder: Path) -> list[FoundParser]:
    """List the parsers in a folder by name, broken ones included; none if it is missing."""
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
    """Read a parser; raise BadParserFolder unless its schema and story have the shape that commands show."""
    parser = read_parser(place)

    def require_objects(part: object, name: str) -> None:
        if not isinstance(part, Mapping) or not all(isinstance(each, Mapping) for each in part.values()):
            raise BadParserFolder(str(place), f"{SCHEMA}: {name} is no object of objects")

    for name in ("properties", "$defs"):
        require_objects(parser.schema.get(name, {}), name)
    for kind, described in parser.schema.get("$defs", {}).items():
        require_objects(described.get("properties", {}), f"properties of {kind}")
    stages = parser.learning.get("stages", [])
    if not isinstance(parser.learning.get("usage", {}), Mapping):
        raise BadParserFolder(str(place), f"{MANIFEST}: usage is no object")
    if not isinstance(stages, list) or not all(isinstance(each, Mapping) for each in stages):
        raise BadParserFolder(str(place), f"{MANIFEST}: stages is no list of objects")
    return parser


def find_parser(folder: Path, name: str) -> Parser:
    """Return one parser. Raises UnknownParserError and BadParserFolder."""
    return _shaped(_find_place(folder, name))


def _find_place(folder: Path, name: str) -> Path:
    found = {each.place.name: each.place for each in find_parsers(folder)}
    if name not in found:
        raise UnknownParserError(str(folder), name, list(found))
    return found[name]


def section_names(parser: Parser) -> list[str]:
    """Name the parts of a parser: "split" and the sections, or "parse" if it has none."""
    if not parser.parts:
        return [Path(SOURCE).stem]
    sections = [name.removeprefix("parse_").removesuffix(".py") for name in parser.parts if name != SPLIT]
    return [Path(SPLIT).stem, *sections]


def section_source(parser: Parser, section: str) -> tuple[str, str]:
    """Return the file name and the source of a section. Raises UnknownSectionError."""
    sources = parser.parts or {SOURCE: parser.source}
    for file in (part_name(section), f"{section}.py", section):
        if file in sources:
            return file, sources[file]
    raise UnknownSectionError(parser.name, section, section_names(parser))


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

    An argument that names a parser is no file: ./NAME is. Raises ParserCommandError, IngestError and SandboxError.
    """
    known = [each.place.name for each in there]
    names = [each for each in arguments if each in known]
    paths = [each for each in arguments if each not in known]
    for path in paths:
        if not Path(path).exists():
            raise UnknownParserError(str(folder), path, known, "parser, file or folder")
    if not there:
        raise NothingToVerifyError(str(folder), "no parsers there; an ingest learns and keeps them")
    if not paths:
        reason = "files or folders to run it on are missing (./NAME for a file of a parser's name)"
        raise NothingToVerifyError(" ".join(names), reason)
    named = [find_parser(folder, name) for name in dict.fromkeys(names)]
    usable = named or [each.parser for each in there if each.parser]
    broken = () if named else tuple(each.reason for each in there if not each.parser)
    with open_files(paths) as files, Sandbox(allow_weak=allow_weak_sandbox) as sandbox:
        found = verify_files(files.files, usable, sandbox, chosen=bool(named))
    return VerifyOutcome(found, files.passed_over, broken)


def diff_parsers(folder: Path, name: str, against: Path | None) -> list[str]:
    """Return the unified diff of a parser to its previous version, or to the one of its name in `against`.

    Raises UnknownParserError, NothingToCompareError and BadParserFolder.
    """
    place = _find_place(folder, name)
    if against is None:
        other = place / PREVIOUS
        if not parser_files(other):
            reason = f"no folder {PREVIOUS!r} in it: it was learned once only; compare with --against FOLDER"
            raise NothingToCompareError(str(place), reason)
    else:
        other = against / name
        if not against.is_dir():
            raise NothingToCompareError(str(against), "no such folder")
        if not parser_files(other):
            there = [each.name for each in sorted(against.iterdir()) if parser_files(each)]
            raise UnknownParserError(str(against), name, there)
    names = sorted({*parser_files(other), *parser_files(place)})
    return [line for each in names for line in _diff(other / each, place / each)]


def _diff(old: Path, new: Path) -> Iterator[str]:
    was, now = (str(path) if path.is_file() else "/dev/null" for path in (old, new))
    for line in unified_diff(_lines(old), _lines(new), was, now):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
    except ValueError as error:
        raise BadParserFolder(str(path.parent), f"{path.name}: {error}") from error
