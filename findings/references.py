"""Checks for names that are used but not defined, and defined but not used."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from string import ascii_lowercase

from findings.facts import DeviceFacts, Network, kept_with_facts, written_alike
from findings.names import Named, NameKind, compile_pattern, name_kinds, statement_words
from findings.records import Finding, Severity
from findings.set_aside import missing_end, off_lines
from findings.statements import LEVEL
from graph_store.records import SourceLine
from reading.spoken_names import name_some, plural

_NUMBER = re.compile(r"[\d.,:/-]+")
_LETTERS = ascii_lowercase + "-"
DEFAULT = "default"
"""What is called so is there whether it is used or not."""
_MOST_LINES = 6
_MOST_NAMED = 10
_MOST_ALONE = 20
"""Undefined names of one kind that are a finding each; more are one."""
_LEFT_OUT = 3
"""Undefined names of a kind of which no file defines any: so many are one cause, a part that was left out."""


def undefined(network: Network) -> Iterator[Finding]:
    """Find names that stand only where something is used: nothing on the device can be their definition."""
    missing = {device: _missing(device) for device in network.devices}
    known = {one.kind for device in network.devices for one in device.definitions}
    counts = Counter(kind for kinds in missing.values() for kind, names in kinds.items() for _ in names)
    left_out = {kind for kind, count in counts.items() if count >= _LEFT_OUT and kind not in known}
    for kind in sorted(left_out):
        yield _together(kind, {device: kinds[kind] for device, kinds in missing.items() if kind in kinds})
    for device, kinds in missing.items():
        defined = {one.kind for one in device.definitions}
        alone = {kind: names for kind, names in kinds.items() if kind not in left_out}
        for kind, several in alone.items():
            is_part = name_kinds()[kind].among_others and kind not in defined
            if is_part or len(several) > _MOST_ALONE:
                yield _together(kind, {device: several})
                continue
            for name, uses in several.items():
                lines = [use.line for use in uses]
                reason = _reason_to_doubt(device, kind, name, lines)
                severity: Severity = "low" if reason else name_kinds()[kind].severity
                says = f"the {kind} {name} and does not define it{reason}"
                yield _undefined(device, severity, says, _shown(lines))


def _reason_to_doubt(device: DeviceFacts, kind: str, name: str, uses: Sequence[SourceLine]) -> str:
    """Say why a name that is not defined does no harm, or may be defined in what the file lacks."""
    if idle_lines(device).issuperset(uses):
        return "; only what is itself used nowhere uses it"
    if off_lines(device).issuperset(uses):
        return "; only what is switched off uses it"
    if name_kinds()[kind].is_hardware(name):
        return "; the file may have left out that port, which need not be created"
    if (end := missing_end(device)) and not _is_passed(device, kind):
        return f'; the file lacks the "{end}" of whole ones, and may be cut off before that'
    return ""


def _is_passed(device: DeviceFacts, kind: str) -> bool:
    """Tell whether a file goes on behind the last definition of a kind: all of them stand together."""
    lines = {one.line for one in device.definitions if one.kind == kind}
    heads = [one for one in device.statements if LEVEL not in one.text]
    return bool(lines) and heads[-1].line not in lines


def _missing(device: DeviceFacts) -> dict[str, dict[str, list[Named]]]:
    """Return kind → name → uses of the names that nothing on the device can define."""
    defined = _Definitions(device)
    missing: dict[str, dict[str, list[Named]]] = defaultdict(lambda: defaultdict(list))
    for use in device.uses:
        is_there = _needs_none(name_kinds()[use.kind], use.name) or defined.is_hardware_alone(use)
        needs_none = is_there and not defined.are_listed(use)
        if not needs_none and not defined.has(use):
            missing[use.kind][use.name].append(use)
    return {kind: names for kind, names in missing.items() if not defined.elsewhere(kind)}


def _together(kind: str, missing: Mapping[DeviceFacts, Mapping[str, Sequence[Named]]]) -> Finding:
    """Tell of many names of one kind at once: one cause, and the whole configuration may be right."""
    devices = tuple(device.device for device in missing)
    uses = [use for names in missing.values() for several in names.values() for use in several]
    names = list(dict.fromkeys(one.name for one in uses))
    said = f"{name_some(devices[:_MOST_NAMED], len(devices))} use{'s' * (len(devices) == 1)} {len(names)}"
    kinds = _plural(kind) if len(names) > 1 else kind
    message = (
        f"{said} {kinds} that no line defines: {name_some(names[:_MOST_NAMED], len(names))}. "
        "That part may have been left out of the files."
    )
    lines = tuple(dict.fromkeys(one.line for one in uses))
    return Finding("undefined-reference", "low", devices, message, lines)


def _undefined(device: DeviceFacts, severity: Severity, says: str, lines: tuple[SourceLine, ...]) -> Finding:
    message = f"{device.device} uses {says}."
    return Finding("undefined-reference", severity, (device.device,), message, lines)


def _plural(kind: str) -> str:
    head, of, rest = kind.partition(" of ")
    return plural(head) + of + rest


class _Definitions:
    """Tells whether a device defines a name, as far as its configuration shows."""

    def __init__(self, device: DeviceFacts) -> None:
        self._device = device
        self._defined: dict[str, set[str]] = defaultdict(set)
        for one in device.definitions:
            self._defined[one.kind].add(_key(one))
        self._known = _lines_of_names((*device.definitions, *device.uses))

        self._listed: set[tuple[str, str]] = set()
        for kind in name_kinds().values():
            patterns = [compile_pattern(text) for text in kind.listed]
            texts = (statement_words(one.text) for one in device.statements if patterns)
            names = (name for text in texts for pattern in patterns for name in pattern.find(text))
            self._listed |= {(kind.kind, _parts(name)[0]) for name in names}

    def are_listed(self, use: Named) -> bool:
        """Tell whether the configuration lists all ports that are called as this one is, up to their number."""
        letters, number = _parts(use.name)
        return number.replace(".", "").isdigit() and (use.kind, letters) in self._listed

    def is_hardware_alone(self, use: Named) -> bool:
        """Tell whether a port need not be created, and the configuration has none beside it, on the same module."""
        letters, module = _module(use.name)
        return name_kinds()[use.kind].is_hardware(use.name) and not any(
            module == other and _are_alike(letters, start)
            for start, other in map(_module, self._defined[use.kind])
        )

    def has(self, use: Named) -> bool:
        """Tell whether the name is defined, or may be in a statement that no pattern describes."""
        kinds = (use.kind, *name_kinds()[use.kind].also)
        defined = set[str]().union(*(self._defined[kind] for kind in kinds))
        if name_kinds()[use.kind].shortened:
            letters, number = _parts(use.name)
            return any(
                number == other and (letters == start or (number and _are_alike(letters, start)))
                for start, other in map(_parts, defined)
            )
        return _key(use) in defined or self._may_be_defined(use.name.lower())

    def _may_be_defined(self, name: str) -> bool:
        """Tell whether the name opens a block or stands outside of blocks where no pattern knows it."""
        if _NUMBER.fullmatch(name):
            return False
        return any(
            place.outer and not place.free and place.line not in self._known[name]
            for place in self._device.places.get(name, ())
        )

    def elsewhere(self, kind: str) -> bool:
        """Tell whether the configuration says that names of a kind may come from elsewhere."""
        patterns = [compile_pattern(text) for text in name_kinds()[kind].elsewhere]
        texts = (statement_words(one.text) for one in self._device.statements if patterns)
        return any(pattern.describes(text) for text in texts for pattern in patterns)


def unused(network: Network) -> Iterator[Finding]:
    """Find names that stand nowhere but where they are defined; what guards and is applied elsewhere is medium."""
    for device in network.devices:
        for (kind, name), definitions in _unused(device).items():
            message = f"{device.device} defines the {kind} {name} and never uses it"
            lines = _shown([one.line for one in definitions])
            applied = _applied_elsewhere(network, device, kind, name) if name_kinds()[kind].guards else {}
            if applied:
                others = list(applied)
                message += f", unlike {name_some(others[:_MOST_NAMED], len(others))}"
                lines = (*lines[:_FIRST_LINES], *_shown(list(applied.values())))
            devices = (device.device, *applied)
            severity: Severity = "medium" if applied else "low"
            yield Finding("unused-definition", severity, devices, f"{message}.", lines)


_FIRST_LINES = 3
"""Of a definition, where others apply it."""


def _applied_elsewhere(
    network: Network, device: DeviceFacts, kind: str, name: str
) -> Mapping[str, SourceLine]:
    """Return where the devices written alike use what they define by that name; nothing where one does not."""
    found: dict[str, SourceLine] = {}
    for other in network.devices:
        if other is device or not written_alike(other, device):
            continue
        if any((one.kind, one.name) == (kind, name) for one in other.definitions):
            use = next((one for one in other.uses if (one.kind, one.name) == (kind, name)), None)
            if use is None:
                return {}
            found[other.device] = use.line
    return found


@kept_with_facts
def idle_lines(device: DeviceFacts) -> frozenset[SourceLine]:
    """Return the lines that define what is used nowhere, or only by such, with all that stands below them."""
    idle: frozenset[SourceLine] = frozenset()
    while True:
        first = {one.line for several in _unused(device, idle).values() for one in several}
        around = tuple(
            one.text + separator
            for one in device.statements
            if one.line in first and one.opens
            for separator in (LEVEL, " ")
        )
        found = first | {one.line for one in device.statements if one.text.startswith(around)}
        if found <= idle:
            return idle
        idle |= found


def _unused(device: DeviceFacts, idle: Set[SourceLine] = frozenset()) -> dict[tuple[str, str], list[Named]]:
    """Return the definitions of each name that stands nowhere else, by kind and name; uses in `idle` lines are none."""
    defining: dict[tuple[str, str], list[Named]] = defaultdict(list)
    for one in device.definitions:
        defining[one.kind, one.name].append(one)
    used = {
        (kind, use.name.lower())
        for use in device.uses
        if use.line not in idle
        for kind in (use.kind, *name_kinds()[use.kind].also)
    }
    used |= _second_names(device, used)
    known = _lines_of_names((*device.definitions, *device.uses))
    return {
        (kind, name): definitions
        for (kind, name), definitions in defining.items()
        if not (kind == "access list" and device.all("removed"))  # the rest of a line may have named one
        and (kind, name.lower()) not in used
        and not name_kinds()[kind].alone
        and name.lower() != DEFAULT
        and not _needs_none(name_kinds()[kind], name)
        and not _may_be_used(device, name_kinds()[kind], name.lower(), known[name.lower()])
    }


def _second_names(device: DeviceFacts, used: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the names that a used thing has as well: an access list may be defined with a name and a number."""
    lines = {(one.kind, one.line) for one in device.definitions if (one.kind, one.name.lower()) in used}
    return {(one.kind, one.name.lower()) for one in device.definitions if (one.kind, one.line) in lines}


def _may_be_used(device: DeviceFacts, kind: NameKind, name: str, known: set[SourceLine]) -> bool:
    """Tell whether the name stands in a statement that no pattern describes; free text does not count."""
    places = [one for one in device.places.get(name, ()) if not one.free and one.line not in known]
    if _NUMBER.fullmatch(name):
        return any(word in place.words for place in places for word in kind.near)
    return bool(places)


def _lines_of_names(names: Sequence[Named]) -> dict[str, set[SourceLine]]:
    """Return the lines in which patterns know a name, whatever its kind."""
    kept: dict[str, set[SourceLine]] = defaultdict(set)
    for one in names:
        kept[one.name.lower()].add(one.line)
    return kept


def _needs_none(kind: NameKind, name: str) -> bool:
    """Tell whether a name means something without a definition, or is none."""
    if name[:1] in "-<(${!&|" or kind.is_builtin(name):
        return True
    return bool(_NUMBER.fullmatch(name)) and not (kind.numbers if name.isdigit() else kind.addresses)


def _key(one: Named) -> str:
    return one.name.replace(" ", "").lower() if name_kinds()[one.kind].shortened else one.name.lower()


def _are_alike(one: str, other: str) -> bool:
    """Tell whether one type of interfaces is the other, which may be shortened."""
    return one.startswith(other) or other.startswith(one)


def _module(name: str) -> tuple[str, str]:
    """Return the letters of a port's name, and its number without the last part."""
    letters, number = _parts(name)
    return letters, number.rpartition("/")[0]


def _parts(name: str) -> tuple[str, str]:
    """Split an interface's name into its letters and its number, in lower case."""
    number = name.lower().lstrip(_LETTERS)
    return name.lower().removesuffix(number), number.strip()


def _shown(lines: Sequence[SourceLine]) -> tuple[SourceLine, ...]:
    return tuple(dict.fromkeys(lines))[:_MOST_LINES]
