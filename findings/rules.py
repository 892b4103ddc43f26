"""Judges rules of one's own: lines of configurations, things of the graph, and statements that return offenders."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from findings.facts import DeviceFacts, Network
from findings.records import Finding
from findings.rule_file import Rule, Test, compile_matches
from findings.statements import GLUE, LEVEL
from graph_store.errors import StatementRefusedError
from graph_store.foreign_statements import refuse
from graph_store.graph import ReadableGraph
from graph_store.records import Cell, SourceLine

CITES = "cites"
_MOST_ROWS = 100_000
_MOST_OFFENDERS = 1_000
_LINES = (
    "UNWIND $ids AS id MATCH (n {id: id})-[:HAS_LINE]->(l:Line) "
    "RETURN id, l.path, l.number, l.text ORDER BY id, l.number"
)
_OWN_LINE = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN id, l.path, l.number, l.text"
_UNREAD = (
    "MATCH (d:Document {state: 'ready', kind: 'configuration'}) WHERE d.lines_explained < d.lines "
    "RETURN d.path, d.lines - d.lines_explained ORDER BY d.path"
)
_DEVICES = (
    "MATCH (d:Device)-[:HAS_DOCUMENT]->(c:Document) WHERE c.kind = 'configuration' AND c.state = 'ready' "
    "RETURN DISTINCT d.name"
)
_LINES_SHOWN = 6

Inside = tuple[str, SourceLine]
"""A statement's text within its block, and its line."""


@dataclass(frozen=True, slots=True)
class _Block:
    """One block of a device's configuration: what opens it (blank for the whole), and the statements inside it."""

    title: str
    line: SourceLine
    inside: tuple[Inside, ...]


def judge_rule(rule: Rule, graph: ReadableGraph, network: Network) -> Iterator[Finding]:
    """Find what breaks a rule. Raises what the graph raises for a statement of the rule."""
    if rule.cypher:
        return _offenders(rule, graph)
    if rule.things:
        return _judge_things(rule, graph)
    return judge_lines(rule, network)


def judge_lines(rule: Rule, network: Network) -> Iterator[Finding]:
    """Find what breaks a rule about the lines of configurations. Pure."""
    devices = (device for device in network.devices if _is_meant(rule, device.device))
    return (found for device in devices for found in _judge_lines(rule, device))


def _is_meant(rule: Rule, device: str) -> bool:
    """Tell whether a rule is about a device; `!` in front of a pattern leaves devices out."""
    wanted = [pattern for pattern in rule.devices if not pattern.startswith("!")]
    unwanted = [pattern[1:] for pattern in rule.devices if pattern.startswith("!")]
    name = device.lower()
    return (not wanted or any(fnmatchcase(name, one.lower()) for one in wanted)) and not any(
        fnmatchcase(name, one.lower()) for one in unwanted
    )


_BETWEEN = r" (?:> )?+"
"""What stands between two words; `>` leads into a block."""
_ENDS_WORD, _ENDS_STATEMENT = r"(?= |$)", r"(?= > |$)"


@cache
def _pattern(text: str, end: str) -> re.Pattern[str]:
    """Compile a line's pattern: `*` is one word, `**` any words; `>` and a blank both lead into a block.

    What follows a `**` is looked for once, from left to right, and is atomic: the time is at most words times pattern.
    """
    words = [word for word in text.split() if word != ">"]
    runs: list[list[str]] = [[]]
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "**" and following != "**":
            runs.append([])
        else:
            runs[-1].append(_word("*" if word == "**" else word))
    first, *others = (_BETWEEN.join(run) for run in runs)
    if not others:
        return re.compile(first + end)
    if not others[-1]:
        end = _ENDS_STATEMENT
    found = [".+?" + (_BETWEEN + run if run else "") for run in others]
    parts = [first] * bool(first) + [f"(?>{one})" for one in found[:-1]] + [found[-1]]
    return re.compile(_BETWEEN.join(parts) + end)


def _word(pattern: str) -> str:
    """Write a word, in which `*` is any characters, as an atomic expression."""
    first, *others = map(re.escape, pattern.split("*"))
    if not others:
        return first + _ENDS_WORD
    found = "".join(rf"(?>\S*?{one})" for one in others[:-1])
    last = rf"\S*{others[-1]}" if others[-1] else r"\S++" if pattern == "*" else r"\S*+"
    return f"(?>{first}{found}{last}{_ENDS_WORD})"


def _holds(inside: Iterable[Inside], pattern: str) -> list[SourceLine]:
    """Return the lines of the statements that a pattern describes whole, or whose block it opens."""
    compiled = _pattern(pattern, _ENDS_STATEMENT)
    return [line for text, line in inside if compiled.match(text)]


def _is_chosen(inside: Sequence[Inside], wanted: Sequence[str], unwanted: Sequence[str]) -> bool:
    return all(_holds(inside, one) for one in wanted) and not any(_holds(inside, one) for one in unwanted)


def _blocks(rule: Rule, whole: Sequence[Inside]) -> Iterator[_Block]:
    """Yield the blocks that a rule is about, each once, in the file's order."""
    if not rule.block:
        if whole:
            yield _Block("", whole[0][1], tuple(whole))
        return
    found: dict[str, tuple[SourceLine, list[Inside]]] = {}
    for text, line in whole:
        for pattern in rule.block:
            match = _pattern(pattern, _ENDS_WORD).match(text)
            if match:
                _, inside = found.setdefault(match.group(), (line, []))
                rest = text[match.end() :].removeprefix(LEVEL).strip()
                if rest:
                    inside.append((rest, line))
                break
    for title, (line, inside) in found.items():
        yield _Block(title.replace(GLUE, " "), line, tuple(inside))


def _judge_lines(rule: Rule, device: DeviceFacts) -> Iterator[Finding]:
    """Judge the blocks of one device that the rule's conditions choose."""
    whole = [(one.text, one.line) for one in device.statements]
    if not _is_chosen(whole, rule.if_device_has, rule.unless_device_has):
        return
    for block in _blocks(rule, whole):
        if not _is_chosen(block.inside, rule.if_has, rule.unless_has):
            continue
        name = f"{device.device} {block.title}".strip()
        scope = f"{len(block.inside)} statements of {block.line.path}"
        for one in rule.must:
            if not _holds(block.inside, one):
                yield _finding(rule, device.device, f"{name} lacks `{one}`", [block.line], scope)
        if rule.must_any and not any(_holds(block.inside, one) for one in rule.must_any):
            wanted = " or ".join(f"`{one}`" for one in rule.must_any)
            yield _finding(rule, device.device, f"{name} lacks {wanted}", [block.line], scope)
        for one in rule.must_not:
            if lines := _holds(block.inside, one):
                yield _finding(rule, device.device, f"{name} has `{one}`", lines, scope)


RuleSubject = Mapping[str, object]
"""A node of the graph, with its properties."""
Wrong = tuple[str, str, Sequence[RuleSubject]]
"""What breaks a rule: a device, what is wrong, the things it is seen at."""


def _judge_things(rule: Rule, graph: ReadableGraph) -> Iterator[Finding]:
    """Judge all nodes of a label; what the configurations leave unread is part of the scope."""
    table = graph.read(f"MATCH (n:`{rule.things}`) RETURN n", row_limit=_MOST_ROWS, time_limit_s=60.0)
    things = [row[0] for row in table.rows if isinstance(row[0], Mapping)]
    asked = [one for one in things if _is_meant(rule, _device(one)) and _is_as(one, rule.where)]
    wrong = [*_unlike(rule, asked), *_alike(rule, asked)]
    if rule.count:
        wrong += _miscounted(rule, asked, [name for name in _devices(graph) if _is_meant(rule, name)])
    left = graph.read(_UNREAD, row_limit=_MOST_ROWS).rows if wrong else ()
    unread = (
        "; not read whole: " + ", ".join(f"{path} ({count} lines)" for path, count in left) if left else ""
    )
    scope = f"{len(asked)} of {len(things)} {rule.things} nodes{unread}"
    lines = _lines_of(graph, [one for _, _, several in wrong for one in several])
    for device, message, several in wrong:
        shown = [line for one in several for line in lines.get(_id(one), ())]
        yield _finding(rule, device, message, shown, scope)


def _unlike(rule: Rule, things: Sequence[RuleSubject]) -> Iterator[Wrong]:
    """Yield the things whose properties are not as the rule wants them."""
    for one in things:
        for name, test in rule.have.items():
            if not _fits(one.get(name), test):
                yield _device(one), f"{_name(one)} {_says(name, one.get(name), test)}", [one]


def _alike(rule: Rule, things: Sequence[RuleSubject]) -> Iterator[Wrong]:
    """Yield the things that share a value which each should have alone."""
    for name in rule.unique:
        by_value: dict[str, list[RuleSubject]] = defaultdict(list)
        for one in things:
            for value in _each(one.get(name)):
                by_value[str(value)].append(one)
        for value, several in by_value.items():
            if len(several) > 1:
                names = " and ".join(map(_name, several))
                yield _device(several[0]), f"{names} have the same {name} {value}", several


def _miscounted(rule: Rule, things: Sequence[RuleSubject], devices: Iterable[str]) -> Iterator[Wrong]:
    """Yield the devices that have fewer or more things than the rule wants."""
    assert rule.count is not None
    by_device: dict[str, list[RuleSubject]] = {device: [] for device in devices}
    for one in things:
        by_device.setdefault(_device(one), []).append(one)
    most = rule.count.at_most
    for device, several in by_device.items():
        if len(several) < rule.count.at_least or (most is not None and len(several) > most):
            yield (
                device,
                f"{device} has {len(several)} {rule.things} nodes, expected {_expected(rule)}",
                several,
            )


def _expected(rule: Rule) -> str:
    assert rule.count is not None
    least, most = rule.count.at_least, rule.count.at_most
    return f"at least {least}" if most is None else f"{least} to {most}" if least else f"at most {most}"


def _offenders(rule: Rule, graph: ReadableGraph) -> Iterator[Finding]:
    """Take every row of the rule's statement for an offender: its nodes are cited, its texts are the message.

    A column whose name begins with CITES holds ids of nodes, or lists of them, that are cited and not shown.
    """
    if refused := refuse(rule.cypher):
        raise StatementRefusedError(rule.cypher, "", refused)
    table = graph.read(rule.cypher, row_limit=_MOST_OFFENDERS, time_limit_s=30.0)
    rows = [_Offender.of(table.columns, row) for row in table.rows]
    lines = _lines_of(graph, [one for row in rows for one in row.nodes])
    for row in rows:
        message = " ".join(row.texts) or ", ".join(map(_name, row.nodes)) or "a row without values"
        shown = [line for one in row.nodes for line in lines.get(_id(one), ())]
        yield _finding(rule, row.device, message, shown, "")


@dataclass(frozen=True, slots=True)
class _Offender:
    """A row of a statement: the device that it is about, its texts, and the nodes that it cites."""

    device: str
    texts: tuple[str, ...]
    nodes: tuple[RuleSubject, ...]

    @classmethod
    def of(cls, columns: Sequence[str], row: Sequence[Cell]) -> _Offender:
        cells = list(zip(columns, row, strict=True))
        shown = [cell for name, cell in cells if not name.startswith(CITES)]
        ids = [one for name, cell in cells if name.startswith(CITES) for one in _each(cell)]
        nodes = [one for one in shown if isinstance(one, Mapping) and "id" in one]
        named = [cell for name, cell in cells if name.rpartition(".")[2] == "device"]
        device = next((str(one) for one in (*(each.get("device") for each in nodes), *named) if one), "")
        texts = tuple(str(one) for one in shown if isinstance(one, str | int | float))
        return cls(device, texts, (*nodes, *({"id": one} for one in ids if isinstance(one, int))))


def _fits(value: object, test: Test) -> bool:
    """Tell whether a property is as a test wants it; of a list, every value."""
    values = _each(value)
    if test.exists is not None and bool(values) != test.exists:
        return False
    if not values:
        return not (test.one_of or test.range or test.matches)
    return all(_value_fits(one, test) for one in values)


def _value_fits(value: object, test: Test) -> bool:
    if test.one_of and not any(_same(value, one) for one in test.one_of):
        return False
    if any(_same(value, one) for one in test.none_of):
        return False
    if test.range and not _is_between(value, *test.range):
        return False
    return not test.matches or compile_matches(test.matches)(str(value))


def _is_between(value: object, least: float, most: float) -> bool:
    """Compare as numbers: a key is text in the graph, also where it is a number."""
    try:
        return least <= float(str(value)) <= most
    except ValueError:
        return False


def _same(value: object, wanted: object) -> bool:
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    return value == wanted or fnmatchcase(str(value), str(wanted))


def _each(value: object) -> list[object]:
    return [] if value is None or value == "" else list(value) if isinstance(value, list | tuple) else [value]


def _says(name: str, value: object, test: Test) -> str:
    if not _each(value):
        return f"has no {name}"
    wanted = " or ".join(map(str, test.one_of)) or (
        f"{test.range[0]:g} to {test.range[1]:g}" if test.range else test.matches
    )
    return f"has {name} {value}" + (f", expected {wanted}" if wanted else "")


def _name(thing: RuleSubject) -> str:
    named = (
        thing.get("key")
        if thing.get("key") not in (None, "")
        else thing.get("name") or thing.get("type") or "?"
    )
    return f"{thing.get('device') or ''} {named}".strip()


def _device(thing: RuleSubject) -> str:
    return str(thing.get("device") or "")


def _is_as(thing: RuleSubject, tests: Mapping[str, Test]) -> bool:
    return all(_fits(thing.get(name), test) for name, test in tests.items())


def _id(thing: RuleSubject) -> int:
    return int(str(thing.get("id") or 0))


def _devices(graph: ReadableGraph) -> list[str]:
    return sorted(str(row[0]) for row in graph.read(_DEVICES, row_limit=_MOST_ROWS).rows)


def _lines_of(graph: ReadableGraph, things: Sequence[RuleSubject]) -> dict[int, list[SourceLine]]:
    """Return the first lines of things, by their ids; a log record is its own line."""
    found: dict[int, list[SourceLine]] = defaultdict(list)
    ids = sorted({_id(one) for one in things})[:_MOST_OFFENDERS]
    for statement in (_LINES, _OWN_LINE):
        left = [one for one in ids if one not in found]
        for key, path, number, text in (
            graph.read(statement, {"ids": left}, row_limit=_MOST_ROWS).rows if left else ()
        ):
            found[int(str(key))].append(SourceLine(str(path), int(str(number)), str(text)))
    return found


def _finding(rule: Rule, device: str, message: str, lines: Iterable[SourceLine], scope: str) -> Finding:
    why = f": {rule.why.strip().rstrip('.')}" if rule.why.strip() else ""
    shown = tuple(dict.fromkeys(lines))[:_LINES_SHOWN]
    return Finding(rule.name, rule.severity, (device,) if device else (), f"{message}{why}.", shown, scope)
