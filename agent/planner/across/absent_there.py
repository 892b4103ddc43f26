"""Questions about what one device or file has and another lacks: VLANs of a switch, with none on a firewall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.planner.across.sources import Source, labels_of, sources
from agent.planner.configurations.inventories import inventories
from agent.planner.configurations.read_things import read_things
from agent.planner.configurations.write_things import ThingWriter
from agent.planner.plan_records import Meaning, Statement, Target
from agent.planner.related.named_things import stems
from agent.planner.scope import DEVICE_STEMS, RECORD_STEMS, Scope, read_scope
from agent.planner.try_readings import finds_something
from agent.planner.words.abbreviations import is_short_for
from agent.planner.words.lexicon import HEADER, INTERNAL, ROOT, Label
from agent.planner.words.question_words import Word
from graph_store.names import quote_name

_ABSENT = re.compile(
    r",? *\b(?:(?:but|that|which|and|who) )?(?:(?:are|is|was|were|do|does|have|has) )?"
    r"(?:not|n't|no|missing|absent|lacks?|lacking|without)\b",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r",? *\b(?:that|which|but) (\S+) (?:does not|do not|doesn't|does n't|lacks|has not|is missing)(?: have| know| use)?"
    r"\s*\??$",
    re.IGNORECASE,
)
_SAID = RECORD_STEMS | stems(
    "have", "exist", "exists", "appear", "appears", "present", "found", "find", "configured", "defined", "listed",
    "known", "set", "any", "there", "list", "file", "matching", "corresponding", "mention", "mentioned",
)  # fmt: skip
_SURE = 0.7
Place = tuple[str, str]


def write_absent_there(scope: Scope) -> Statement | None:
    """Write the statement for what one has and another lacks; None where nothing there stands for it."""
    turned = _TURNED.sub(r" but not on \1?", scope.text)
    scope = scope if turned == scope.text else read_scope(turned, scope.lexicon, scope.look_up)
    cut = _ABSENT.search(scope.text)
    if cut is None or scope.asked.intent not in ("list", "lookup", "exists", "count"):
        return None
    said = cut.start() + len(cut[0])
    where = sources(read_scope(scope.text[said:], scope.lexicon, scope.look_up))
    before = read_scope(scope.text[: cut.start()].rstrip(" ,") + "?", scope.lexicon, scope.look_up)
    here = sources(before)
    if len(where) != 1 or len(here) > 1 or where[0].device in {one.device for one in here}:
        return None
    read = [one for one in read_things(before) if one.target.label and not (one.unlinked or one.missing)]
    meaning = next((one for one in read if finds_something(before, [one])), None) or _all_entries(
        before, here
    )
    if meaning is None:
        return None
    if not here and not any(one.property == "key" for one in meaning.conditions):
        return None
    behind = read_scope(scope.text[said:], scope.lexicon, scope.look_up)
    return _without(before, meaning, behind, where[0])


def _all_entries(scope: Scope, here: Sequence[Source]) -> Meaning | None:
    """Read "the devices in the inventory" as its entries, where nothing else is said of them."""
    others = [word for word in scope.words if word.index in scope.content and word.stem not in DEVICE_STEMS]
    if (
        not here
        or others
        or len(scope.located) != 1
        or not any(one.stem in DEVICE_STEMS for one in scope.words)
    ):
        return None
    listed = {label.name for label in inventories(scope.lexicon)}
    found = [name for name in labels_of(scope, here[0].device) if name in listed]
    return Meaning(Target(found[0]), devices=(here[0].device,)) if len(found) == 1 else None


def _without(scope: Scope, meaning: Meaning, behind: Scope, where: Source) -> Statement | None:
    found = meaning.target.property or "key"
    own = scope.lexicon.labels[meaning.target.label]
    if own.name == ROOT:
        return None
    asked = [word for word in scope.words if not _is_vague(word)]
    nouns = {word.stem for word in (*asked, *behind.words)} - _SAID
    places = list(_counterparts(scope, where.device, nouns, (own.name, found)))
    if not places and found == "key":
        places = [
            one for one in _counterparts(scope, where.device, None, (own.name, found)) if one[1] == "key"
        ]
    unread = [
        word
        for word in behind.words
        if word.index in behind.content
        and word.stem not in _SAID | DEVICE_STEMS
        and word.index != where.position
        and not any(_fits(word.stem, _words(scope.lexicon.labels[name], held)) for name, held in places)
        and not any(_fits(word.stem, scope.lexicon.labels[name].words) for name, _ in places)
    ]
    if not places or unread:
        return None
    writer = ThingWriter(meaning, scope)
    device = writer.parameters.add(where.device)
    value = f"n.{quote_name(found)}"
    for name, held in places:
        same = f"any(one IN ([] + w.{quote_name(held)}) WHERE toLower(toString(one)) = toLower(toString({value})))"
        writer.tests.append(
            f"NOT EXISTS {{ MATCH (w:{quote_name(name)}) WHERE w.device = {device} AND {same} }}"
        )
    statement = writer.write()
    said = ", ".join(f"{name} {held}".replace("_", " ") for name, held in places)
    note = f"read as: those whose {found.replace('_', ' ')} is not the {said} of anything on {where.device}"
    return Statement(
        statement.text, statement.parameters, statement.intent, statement.columns, statement.group,
        meaning.target.label, note,
    )  # fmt: skip


def _is_vague(word: Word) -> bool:
    return word.sort == "generic" and word.stem not in DEVICE_STEMS


def _counterparts(scope: Scope, device: str, nouns: set[str] | None, own: Place) -> Iterator[Place]:
    """List the properties there that the question names and that hold at least one of the values asked about."""
    for name in labels_of(scope, device):
        label = scope.lexicon.labels[name]
        for held in label.properties:
            hidden = (held in HEADER or held in INTERNAL) and held != "key"
            fitting = [_fits(noun, _words(label, held)) for noun in nouns or ()]
            said = nouns is None or (all(fitting) if name == ROOT else any(fitting))
            if hidden or (name == ROOT and not fitting) or not said:
                continue
            same = f"any(one IN ([] + w.{quote_name(held)}) WHERE toLower(toString(one)) = toLower(toString(value)))"
            text = (
                f"MATCH (n:{quote_name(own[0])}) UNWIND ([] + n.{quote_name(own[1])}) AS value "
                f"MATCH (w:{quote_name(name)}) WHERE w.device = $device AND {same} RETURN count(*) AS count"
            )
            if scope.look_up.count(text, {"device": device}):
                yield name, held


def _words(label: Label, held: str) -> Sequence[str]:
    return label.words if held == "key" else label.properties[held].words


def _fits(noun: str, words: Sequence[str]) -> bool:
    """Tell whether a noun is one of a name's words, or the beginning of one: vlan of vlanid."""
    return any(
        noun == word or (len(noun) > 3 and word.startswith(noun)) or is_short_for(word, noun)
        for word in words
    )
