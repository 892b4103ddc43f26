"""Names of a device's configuration that stand for addresses, ports and services, with what they hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from findings.facts import DeviceFacts
from findings.sides import PORTS, Side, address_side, join_sides, span_side
from findings.words import FilterWords, read_words

_DEEPEST = 8


class Objects:
    """Looks up what names hold; a name that is not known stays a name."""

    def __init__(
        self, words: FilterWords, held: Mapping[str, Mapping[str, Sequence[Mapping[str, str]]]]
    ) -> None:
        self._words = words
        self._held = held

    def addresses(self, name: str) -> Side:
        """Return the addresses behind a name."""
        return join_sides(self._sides("addresses", name, 0))

    def ports(self, name: str) -> Side:
        """Return the ports behind a name."""
        return join_sides(self._sides("ports", name, 0))

    def services(self, name: str) -> Side:
        """Return the protocols and ports behind a name."""
        return join_sides(self._sides("services", name, 0))

    def _sides(self, sort: str, name: str, depth: int) -> Iterator[Side]:
        parts = self._held.get(sort, {}).get(name, ())
        if sort == "services" and not parts and name in self._words.services:
            for text in self._words.services[name].split():
                protocol, _, ports = text.partition("/")
                yield self._service(protocol, ports)
            return
        if not parts or depth > _DEEPEST:
            yield Side((), frozenset({name}))
            return
        if sort == "services":
            merged = {key: value for part in parts for key, value in part.items()}
            if "protocol" in merged and "value" in merged and "member" not in merged and len(parts) <= 2:
                yield self._service(merged["protocol"], merged["value"])
                return
        for part in parts:
            if "member" in part:
                for member in part["member"].strip("[] ").split():
                    yield from self._sides(sort, member, depth + 1)
            else:
                yield self._held_by(sort, part) or Side((), frozenset({name}))

    def _held_by(self, sort: str, part: Mapping[str, str]) -> Side | None:
        if "value" not in part:
            return None
        if sort == "addresses":
            return address_side(part["value"])
        if sort == "ports":
            return span_side(part["value"], dict(self._words.ports))
        return self._service(part["protocol"], part["value"]) if "protocol" in part else None

    def _service(self, protocol: str, ports: str) -> Side:
        number = self._words.protocols.get(protocol, 0)
        return span_side(ports, dict(self._words.ports), number * PORTS) or Side((), frozenset({ports}))


def read_objects(device: DeviceFacts) -> Objects:
    """Read the objects of a device."""
    words = read_words().filters
    patterns: dict[str, Sequence[re.Pattern[str]]] = {
        "addresses": words.address_objects,
        "ports": words.port_objects,
        "services": words.service_objects,
    }
    held: dict[str, dict[str, list[Mapping[str, str]]]] = {sort: defaultdict(list) for sort in patterns}
    for statement in device.statements:
        for sort, several in patterns.items():
            for pattern in several:
                found = pattern.search(statement.text)
                if found:
                    fields = {key: value for key, value in found.groupdict().items() if value}
                    held[sort][found["name"]].append(fields)
    return Objects(words, held)
