"""Reads the columns of a header off the lines: levels, processes, hosts, brackets, numbers, signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ingest.induction.logs.values import HOST, IPV4, LEVELS
from ingest.read_times import find_time
from ingest.time_formats import BY_NAME

NEARLY_ALL = 0.95
OPTIONAL = 0.3
MOST_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Column:
    """One step through a header: a regular expression with a named group for each field it reads.

    A weak column looks like words of a message too: it counts only when a strong one follows.
    """

    pattern: str
    strong: bool


def free_name(name: str, taken: set[str]) -> str:
    """Take a name for a field: with a number where it is taken."""
    number, unique = 1, name
    while unique in taken:
        number += 1
        unique = f"{name}_{number}"
    taken.add(unique)
    return unique


def read_columns(rests: list[str], taken: set[str], after_time: bool = False) -> list[Column]:
    """Read column after column off the rests of the lines, while nearly all have it."""
    accepted: list[Column] = []
    tentative: list[Column] = []
    ended = False
    for index in range(MOST_COLUMNS):
        rests = [rest for rest in rests if rest.strip()]
        if not rests:
            break
        first = after_time and index == 0
        column = next(_candidates(rests, taken, first, bool(accepted or tentative), ended), None)
        if column is None:
            break
        tentative.append(column)
        if column.strong:
            accepted.extend(tentative)
            tentative = []
        ended = ended or "(?P<process>" in column.pattern or "(?P<component>" in column.pattern
        compiled = re.compile(column.pattern)
        rests = [rest[found.end() :] for rest in rests if (found := compiled.match(rest))]
    return accepted


LEVEL_WORD = "(?:" + "|".join(sorted(sorted(LEVELS), key=len, reverse=True)) + ")"
_GLUE = r"[\])>:,;]*\s*"
_TAG = r"(?P<PROCESS>(?![0-9]+[:\[])%?[^\s\[\]:,;\"'=]+(?: ?\([^)\s]*\))?)\[(?P<PID>[0-9]+)\]:?(?=\s|$)"
_TAG_OR_NOT = (
    r"(?P<PROCESS>(?![0-9]+[:\[])%?[^\s\[\]:,;\"'=]+(?: ?\([^)\s]*\))?)(?:\[(?P<PID>[0-9]+)\])?:(?=\s|$)"
)


def _candidates(
    rests: Sequence[str], taken: set[str], first: bool, begun: bool, ended: bool
) -> Iterator[Column]:
    """Yield the columns that the rests may begin with, the most telling first."""
    share = _share_of(rests)
    nearly = NEARLY_ALL
    yield from _separator(rests)
    yield from _delimited(rests, taken, first)
    if share(rf"{_GLUE}[\[(<|]?(?i:{LEVEL_WORD})[\])>|]?[:,]?(?=\s|$|[|\]])") >= nearly:
        name = free_name("level", taken)
        yield Column(rf"{_GLUE}[\[(<|]?(?P<{name}>(?i:{LEVEL_WORD}))[\])>|]?[:,]?(?=\s|$|[|\]])", True)
    tagged = share(_GLUE + _anonymous(_TAG))
    either = share(_GLUE + _anonymous(_TAG_OR_NOT))
    dotted = share(rf"{_GLUE}[A-Za-z][\w$-]*(?:[.$][\w$-]+)+:?(?=\s)")
    if either >= nearly or (either >= OPTIONAL and tagged >= 0.1 and not ended):
        yield _tag(rests, tagged, taken)
    yield from _time_column(rests, taken, nearly)
    if share(rf"{_GLUE}[0-9]+:(?=\s)") >= nearly:
        yield Column(rf"{_GLUE}(?P<{free_name('sequence', taken)}>[0-9]+):(?=\s)", True)
    if share(rf"{_GLUE}{IPV4}(?=:?\s)") >= nearly and first:
        yield Column(rf"{_GLUE}(?P<{free_name('host', taken)}>{IPV4}|\S+)(?=:?\s)", True)
    if share(rf"{_GLUE}\[[0-9]+\](?=\s|:)") >= nearly:
        yield Column(rf"{_GLUE}\[(?P<{free_name('pid', taken)}>[0-9]+)\]:?", True)
    if share(rf"{_GLUE}{_BRACKET}") >= nearly:
        yield Column(rf"{_GLUE}\[(?P<{free_name('context', taken)}>{_INSIDE})\]", True)
    if share(rf"{_GLUE}[0-9]+(?=\s)") >= nearly:
        yield Column(rf"{_GLUE}(?P<{free_name('pid', taken)}>[0-9]+)(?=\s)", False)
    if not ended:
        yield from _before_separator(rests, taken)
    if dotted >= nearly:
        yield Column(rf"{_GLUE}(?P<{free_name('component', taken)}>[^\s:\[\]]+):?(?=\s)", True)
    if not ended:
        yield from _weak_columns(rests, taken, first, begun)


_MNEMONIC = r"(?P<component>%+[A-Z0-9_]+-(?P<severity>[0-7])-[A-Z0-9_]+):(?=\s|$)"
_INSIDE = r"(?:[^\[\]]|\[[^\]]*\])*"
_BRACKET = rf"\[{_INSIDE}\]"


def _anonymous(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


def _share_of(rests: Sequence[str]) -> Callable[[str], float]:
    def share(pattern: str) -> float:
        compiled = re.compile(pattern)
        return sum(1 for rest in rests if compiled.match(rest)) / len(rests)

    return share


def _separator(rests: Sequence[str]) -> Iterator[Column]:
    """A sign that stands alone between columns."""
    signs = Counter(
        found[1] for rest in rests if (found := re.match(r"[\])>]*\s*([-|:,;>=*/]+)(?=\s|$)", rest))
    )
    if signs:
        sign, count = signs.most_common(1)[0]
        if count >= NEARLY_ALL * len(rests):
            yield Column(rf"[\])>]*\s*{re.escape(sign)}(?=\s|$)", True)


def _delimited(rests: Sequence[str], taken: set[str], first: bool) -> Iterator[Column]:
    """A column between two of the same sign, or the last sign of a row of them."""
    for sign in "|\t;":
        quoted = re.escape(sign)
        if sum(1 for rest in rests if re.match(rf" *{quoted}", rest)) < NEARLY_ALL * len(rests):
            continue
        compiled = re.compile(rf" *{quoted} *([^{quoted}]{{0,60}}?) *(?={quoted})")
        values = [found[1] for rest in rests if (found := compiled.match(rest))]
        if len(values) < NEARLY_ALL * len(rests):
            yield Column(rf" *{quoted}", True)
            return
        levels = sum(1 for value in values if value.lower() in LEVELS) >= NEARLY_ALL * len(values)
        numbers = all(value.isdigit() for value in values)
        name = "level" if levels else "pid" if numbers else "host" if first else "component"
        yield Column(rf" *{quoted} *(?P<{free_name(name, taken)}>[^{quoted}]*?) *(?={quoted})", True)
        return


def _tag(rests: Sequence[str], tagged: float, taken: set[str]) -> Column:
    """`process[pid]:`, or where no number is ever given, `component:`."""
    if tagged <= 0.02:
        name = free_name("component", taken)
        return Column(_GLUE + _anonymous(_TAG_OR_NOT).replace("(?:", f"(?P<{name}>", 1), True)
    pattern = _TAG_OR_NOT.replace("PROCESS", free_name("process", taken)).replace(
        "PID", free_name("pid", taken)
    )
    mnemonic = re.compile(_GLUE + _MNEMONIC)
    if "component" not in taken and any(mnemonic.match(rest) for rest in rests):
        taken.update(("component", "severity"))
        pattern = f"(?:{_MNEMONIC}|{pattern})"
    return Column(_GLUE + pattern, True)


def _time_column(rests: Sequence[str], taken: set[str], nearly: float) -> Iterator[Column]:
    stamps = Counter(
        stamp.format
        for rest in rests
        if (stamp := find_time(rest[:40])) and not rest[: stamp.start].strip("[]()<>:, ")
    )
    if stamps:
        format_name, count = stamps.most_common(1)[0]
        if count >= nearly * len(rests):
            yield Column(
                rf"{_GLUE}\W?(?P<{free_name('device_time', taken)}>{BY_NAME[format_name].plain})", True
            )


def _before_separator(rests: Sequence[str], taken: set[str]) -> Iterator[Column]:
    """A word, and perhaps a short second one, in front of a lone sign."""
    compiled = re.compile(r"[\])>:,;]*\s*\S+(?: \S{1,8})? (?:-|\||:)(?=\s)")
    if sum(1 for rest in rests if compiled.match(rest)) >= NEARLY_ALL * len(rests):
        dotted = sum(1 for rest in rests if re.match(r"\W*[A-Za-z]\w*(?:\.\w+)+ ", rest)) >= NEARLY_ALL * len(
            rests
        )
        name = free_name("component" if dotted and "component" not in taken else "process", taken)
        yield Column(rf"{_GLUE}(?P<{name}>\S+)(?: \S{{1,8}})? (?:-|\||:)(?=\s)", True)


def _weak_columns(rests: Sequence[str], taken: set[str], first: bool, begun: bool) -> Iterator[Column]:
    """Words: a host right after the time, a logger or program in front of a lone sign."""
    heads = [found[0] for rest in rests if (found := re.match(r"\S+", rest.lstrip("])>:,; ")))]
    plain = [head for head in heads if re.fullmatch(rf"[A-Za-z0-9][\w-]*|{HOST}", head)]
    few = len(set(heads)) <= max(3, 0.05 * len(heads))
    repeated = len(set(heads)) <= max(3, 0.5 * len(heads))
    if len(plain) >= NEARLY_ALL * len(rests) and repeated and first:
        named = all(any(not letter.isalpha() for letter in head) for head in heads) or len(set(heads)) == 1
        certain = len(heads) >= 10 and named and few
        yield Column(rf"{_GLUE}(?P<{free_name('host', taken)}>\S+)(?=\s)", certain)
        return
    if len(plain) >= NEARLY_ALL * len(rests) and few and begun:
        yield Column(rf"{_GLUE}(?P<{free_name('component', taken)}>\S+)(?=\s)", False)
