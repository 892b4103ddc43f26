"""Finds the kinds of things that the nouns of a question stand for, one kind for each noun."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agent.planner.related.named_things import is_referenced, stems
from agent.planner.scope import Scope
from agent.reader.english import split_name, stem
from agent.planner.words.label_names import has_key
from agent.planner.words.lexicon import ROOT, Label, Lexicon
from agent.planner.words.match_words import match_words
from agent.planner.words.question_words import Word
from agent.render.words import singular

_SURE = 0.6
_FILTER, _ACCESS, _LIST = stem("filter"), stem("access"), stem("list")
_QUALIFIED = 2
"""A noun is one of the last words of a label, as what follows it may only qualify it: "access list extended"."""
_OF_PACKETS = stems("packet", "firewall", "traffic", "family", "inet", "inet6", "ip", "ipv4", "ipv6")


@dataclass(frozen=True, slots=True)
class Noun:
    """Words of a question that follow each other, with the kinds of things that are called so."""

    words: tuple[Word, ...]
    labels: tuple[str, ...]

    @property
    def called(self) -> str:
        """Return the words as they are said of one thing."""
        return singular(" ".join(word.text for word in self.words))


def spoken_nouns(scope: Scope, said: Collection[str]) -> list[Noun] | None:
    """Return the nouns of a question in their order, without the words that are `said` besides.

    None where one names no kind of thing.
    """
    nouns = []
    for run in _runs(scope, said):
        labels = called_so(scope, run)
        if not labels:
            return None
        nouns.append(Noun(run, labels))
    return nouns


def nearest(scope: Scope, noun: Noun) -> tuple[str, ...]:
    """Return the kinds whose names have the fewest words that the noun does not say: an interface, not its area's."""
    missed = {name: match_words(scope.lexicon.labels[name].words, noun.words).missed for name in noun.labels}
    fewest = min(missed.values(), default=0)
    return tuple(name for name in noun.labels if missed[name] == fewest)


def referenced(scope: Scope, noun: Noun) -> tuple[str, ...]:
    """Return the kinds of a noun that anything refers to."""
    labels = with_filters(scope.lexicon, noun.labels, {word.stem for word in noun.words})
    return tuple(name for name in labels if is_referenced(scope.lexicon, name))


def with_filters(lexicon: Lexicon, labels: Sequence[str], said: Collection[str]) -> tuple[str, ...]:
    """Add the filters of packets to access lists, and the other way round: makes call the same by either name."""
    either = {_ACCESS, _LIST} <= set(said) or set(said) - _OF_PACKETS == {_FILTER}
    others = (one.name for one in lexicon.things if _filters_packets(one)) if either else ()
    return tuple(dict.fromkeys((*labels, *others)))


def _filters_packets(label: Label) -> bool:
    """Tell whether a label is an access list, or a filter of packets: there are others, of routes."""
    is_called = stem((split_name(label.name) or ("",))[-1]) == _FILTER  # its words are told once: filter, ip
    is_filter = is_called and set(label.words) <= {*_OF_PACKETS, _FILTER}
    return is_filter or {_ACCESS, _LIST} <= set(label.words)


def _runs(scope: Scope, said: Collection[str]) -> Iterator[tuple[Word, ...]]:
    run: list[Word] = []
    for word in scope.words:
        if word.stem in said:
            continue
        if run and word.index != run[-1].index + 1:
            yield tuple(run)
            run = []
        run.append(word)
    if run:
        yield tuple(run)


def called_so(scope: Scope, run: Sequence[Word]) -> tuple[str, ...]:
    """Return the labels that say the last word of a noun, and all of its words; the shortest names first.

    What only tells of which packets a filter is names none: "the ip on a port" is an address.
    """
    if run[-1].stem in _OF_PACKETS:
        return ()
    ranked = []
    for label in scope.lexicon.things:
        matched = match_words(label.words, run)
        own = {place for place, weight in matched.positions.items() if weight >= _SURE}
        last = {stem(word) for word in split_name(label.name)[-_QUALIFIED:]}
        if label.name == ROOT or not has_key(label) or not match_words(tuple(last), run[-1:]).positions:
            continue
        above = [word for name in label.above for word in scope.lexicon.labels[name].words]
        explained = own | set(match_words(above, run).positions)
        if run[-1].index in own and all(word.index in explained or word.stem in _OF_PACKETS for word in run):
            ranked.append((matched.missed, label.name))
    return tuple(name for _, name in sorted(ranked))
