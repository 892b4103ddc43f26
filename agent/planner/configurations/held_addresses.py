"""Questions which things of a kind have an address: those of every make whose lines say one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.planner.plan_records import Statement, Target
from agent.planner.scope import DEVICE_STEMS, Scope
from agent.planner.tallies.counted_kinds import kinds_named
from agent.planner.tallies.unread_devices import configured_devices, say_unread
from agent.planner.values.tie_values import ADDRESS_STEMS, own_addresses, with_length
from agent.planner.words.label_names import column_name, has_key
from agent.planner.words.match_words import match_words, plain_words
from agent.planner.words.question_words import Word, read_tokens
from agent.planner.write_conditions import Parameters, holds_value
from graph_store.names import quote_name

_ON = r"(?: (?:on|of|in) (?P<{name}>\S+))?"
_ASKED = re.compile(
    r"(?:(?:which|what|list|show|name|give|how many|count)(?: me)?(?: all)?(?: the)? )?"
    rf"(?P<noun>[\w -]+?){_ON.format(name='place')} "
    r"(?:that |which )?(?:have|has|got|with|having)(?: got)? (?:an? |any |their own |its own )?"
    rf"(?:ip(?:v4)? )?(?:address(?:es)?|ips?)(?: (?:configured|assigned|set))?{_ON.format(name='behind')}",
    re.IGNORECASE,
)


def write_held_addresses(scope: Scope) -> Statement | None:
    """List the things of a kind that have an address; None where none of the kind was read to have one."""
    asked, nouns = _asked(scope)
    if asked is None or any(not one.devices for one in scope.located) or not nouns:
        return None
    if scope.asked.intent == "count":
        return None
    if (asked["place"] or asked["behind"]) and not scope.devices:
        return None
    parameters = Parameters()
    on = f" AND n.device IN {parameters.add(scope.devices)}" if scope.devices else ""
    kinds = kinds_named(scope, nouns) or _called(scope, nouns)
    parts = [part for kind in kinds for part in _parts(scope, kind, on)]
    said = [part for part in parts if scope.look_up.rows(f"{part[0]} RETURN n.id LIMIT 1", parameters.values)]
    if not said:
        return None
    column = column_name(kinds[0]) if len(kinds) == 1 else nouns[-1].text.lower().removesuffix("s")
    name = f"n.device AS device, n.key AS {quote_name(column)}"
    text = " UNION ".join(f"{match} RETURN DISTINCT {name}, {value} AS address" for match, value in said)
    columns = ("device", column, "address")
    return Statement(
        text, parameters.values, "list", columns, subject=column, note=_unread(scope, said, parameters)
    )


def _unread(scope: Scope, said: Sequence[tuple[str, str]], parameters: Parameters) -> str:
    """Say on which devices no such thing was read to have an address: their files may say it in other ways."""
    rows = [scope.look_up.rows(f"{match} RETURN DISTINCT n.device", parameters.values) for match, _ in said]
    found = {str(row[0]) for some in rows for row in some}
    return say_unread(scope.devices or configured_devices(scope), found)


def unheld_address(scope: Scope, target: Target) -> tuple[str, ...]:
    """Return the word for addresses that things are to have, which no condition on the target asks for."""
    asked, nouns = _asked(scope)
    named = any(not one.devices for one in scope.located)
    if asked is None or not nouns or named or not target.label or target.property:
        return ()
    return tuple(
        word.text for word in scope.words if word.stem in ADDRESS_STEMS and word.index not in scope.content
    )[-1:]


def _asked(scope: Scope) -> tuple[re.Match[str] | None, list[Word]]:
    """Return what is asked for, and the words for the kind of things; none where that is devices or addresses."""
    asked = _ASKED.fullmatch(scope.plain)
    if asked is None or scope.asked.negations:
        return None, []
    tokens = read_tokens(asked["noun"], scope.lexicon.vocabulary)
    if not all(isinstance(one, Word) and one.sort != "function" for one in tokens):
        return asked, []
    nouns = list(plain_words(tokens))
    return asked, [] if nouns and nouns[-1].stem in DEVICE_STEMS | ADDRESS_STEMS else nouns


def _called(scope: Scope, nouns: Sequence[Word]) -> list[str]:
    """Return the kinds with the noun in their names: what has an address is that, whatever else it is called."""
    return [
        label.name
        for label in scope.lexicon.things
        if has_key(label) and match_words(label.words, nouns[-1:]).positions and len(nouns) == 1
    ]


def _parts(scope: Scope, kind: str, on: str) -> Iterator[tuple[str, str]]:
    """Match the things of a kind with what has their address, themselves or a part of theirs, and return both."""
    for found in own_addresses(scope, kind):
        if with_length(scope, found):
            value = f"p.{quote_name(found.name)}"
            match = (
                f"MATCH (n:{quote_name(kind)})-[:HAS*0..2]->(p:{quote_name(found.label)}) "
                f"WHERE {holds_value(value)}{on}"
            )
            yield match, value
