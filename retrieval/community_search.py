"""Searches communities: global over ranked reports, local around a question's entities, and drift between both.

Sources: Edge et al., From Local to Global (arXiv 2404.16130) and GraphRAG's drift search; DB-GPT for the single pass.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from pydantic import BaseModel

from graph_store.text_search.tokenize_line import search_tokens
from language_model.count_tokens import Estimate
from retrieval.compose_reports import Report
from retrieval.entity_graph import EntityNode
from retrieval.indexes import Indexes, read_ids
from retrieval.records import Passage, ReportStatement, Retrieved, SearchRequest
from retrieval.word_index import content_words, singular, spoken_words

LIKENESS = 0.3
"""What the likeness of vectors weighs beside the words of the question."""
MENTIONED = 0.4
"""What a word counts that a statement only mentions, beside one for the kind of thing that it is about."""
OF_THE_WHOLE = 0.1
"""What a statement on all of a kind is worth beside those on some of it."""
UNKNOWN = 0.25
"""What a word of the question that no report has takes from that: it may only ask, as "set up" and "used"."""
OF_ALL = frozenset({"network", "device", "log", "record", "event", "configuration", "config", "file", "line"})
"""Words that name the data as a whole, and no part of it."""
COARSEST = 2
"""Levels of communities whose reports are read."""
TELLING = 3
"""A report is as good as so many of its statements."""
GLOBAL_TOKENS = 2_500
MAP_TOKENS = 2_000
MOST_MAPS = 3
"""Calls of the map step: with the answer's own call a question stays below 12,000 tokens."""
LOCAL_TOKENS = 2_500
SHARES = (0.2, 0.5)
"""Of the tokens: reports, the lines of named entities; the neighbours' lines have the rest."""
MOST_SEEDS = 12
MOST_NEIGHBOURS = 40
PRIMER_REPORTS = 3
MOST_FOLLOW_UPS = 3
_COUNT = Estimate()
Found = tuple[ReportStatement, float, tuple[str, ...]]
"""A statement, its score, and the title of its report."""
Seed = tuple[EntityNode, float]
"""An entity that a question names, and how well."""


class _Point(BaseModel):
    statements: list[int]
    helpfulness: float = 0.0


class _Points(BaseModel):
    points: list[_Point]


class _Primer(BaseModel):
    follow_ups: list[str]


def search_global(indexes: Indexes, asked: SearchRequest) -> Retrieved:
    """Read the ranked reports: in one pass what fits, or batch by batch with a model that says what helps."""
    ranking = StatementRanking(indexes, asked.question)
    ranked = ranking.statements(ranking.reports)
    if asked.options.global_style == "map-reduce" and asked.model is not None:
        return Retrieved(indexes.statement_passages(_map_reports(ranked, asked)))
    without_model = ("Map-reduce needs a model; the reports were read in one pass.",)
    notes = without_model if asked.options.global_style == "map-reduce" else ()
    return Retrieved(indexes.statement_passages(_fitting(ranked, GLOBAL_TOKENS)), notes)


class StatementRanking:
    """The statements of the reports by what they are worth for one question.

    As far as the reports have the question's words, these and likeness decide: words for what a statement is about
    before those that it mentions, and the whole graph before a part of it. As far as they do not ("What should be
    fixed first?"), what matters most does: the rank of a report, and the place of a statement in it.
    """

    def __init__(self, indexes: Indexes, question: str) -> None:
        self.question = question
        self.reports = [report for report in indexes.told if report.community.level < COARSEST]
        words_of = indexes.statement_words
        asked = [
            forms for forms in (singular([word]) for word in content_words(question)) if not forms & OF_ALL
        ]
        held = frozenset[str]().union(*(words for _, words in words_of.values()))
        known = [forms for forms in asked if forms & held]
        share = len(known) / (len(known) + UNKNOWN * (len(asked) - len(known))) if known else 0.0
        near = dict(indexes.near_statements.nearest(question, len(words_of)))
        nearest = max(0.0, *near.values()) if near else 0.0
        highest = math.log1p(max((report.rank for report in indexes.reports), default=0.0))
        self._scores: dict[tuple[str, int], float] = {}
        places = ((report, place) for report in indexes.told for place in range(len(report.statements)))
        for number, (report, place) in enumerate(places):
            about, words = words_of[report.key, place]
            score = sum(1.0 if forms & about else MENTIONED if forms & words else 0.0 for forms in known)
            alike = max(near.get(number, 0.0), 0.0) / nearest if nearest else 0.0
            matters = math.log1p(report.rank) / highest / (1 + 0.2 * place) if highest else 0.0
            asked_for = (1 - LIKENESS) * score / max(len(known), 1) + LIKENESS * alike
            if score and not report.community.members:
                asked_for += OF_THE_WHOLE
            self._scores[report.key, place] = share * asked_for + (1 - share) * matters

    def statements(self, reports: Iterable[Report]) -> list[Found]:
        """Return the statements of some reports, the best first; none is told twice."""
        found: dict[str, Found] = {}
        for report in reports:
            for place, one in enumerate(report.statements):
                score = self._scores[report.key, place]
                if one.text not in found or score > found[one.text][1]:
                    found[one.text] = one, score, (report.title,)
        return sorted(found.values(), key=lambda one: -one[1])

    def best_reports(self) -> list[Report]:
        """Return the reports of the coarsest levels, those with the best few statements first."""
        worth = {
            report.key: sum(score for _, score, _ in self.statements([report])[:TELLING])
            for report in self.reports
        }
        communities = (report for report in self.reports if report.community.members)
        return sorted(communities, key=lambda one: (-worth[one.key], one.community.number))


def _fitting(found: Iterable[Found], tokens: int) -> list[Found]:
    kept = []
    for one in found:
        tokens -= _COUNT(one[0].text) + 10
        if tokens < 0:
            break
        kept.append(one)
    return kept


def _map_reports(left: Sequence[Found], asked: SearchRequest) -> list[Found]:
    """Let the model say of each batch which statements help, and how much; the best of all are kept."""
    assert asked.model is not None
    helpful: list[Found] = []
    for _ in range(MOST_MAPS):
        batch = _fitting(left, MAP_TOKENS)
        left = left[len(batch) :]
        if not batch:
            break
        shown = "\n".join(f"{place}. {one[2][0]}: {one[0].text}" for place, one in enumerate(batch, 1))
        reply = asked.model.ask("map_reports", {"question": asked.question, "statements": shown}, _Points)
        for point in reply.points:
            chosen = [batch[number - 1] for number in point.statements if 0 < number <= len(batch)]
            helpful += [(one[0], point.helpfulness, one[2]) for one in chosen if point.helpfulness > 0]
    best = {one[0].text: one for one in sorted(helpful, key=lambda one: one[1])}
    return _fitting(sorted(best.values(), key=lambda one: -one[1]), GLOBAL_TOKENS)


def search_local(indexes: Indexes, asked: SearchRequest) -> Retrieved:
    """Start at the entities that the question names: their reports, their lines and their neighbours' lines."""
    seeds = name_entities(indexes, asked.question)
    ranking = StatementRanking(indexes, asked.question)
    return Retrieved(_around(indexes, ranking, seeds, LOCAL_TOKENS), indexes.notes)


def search_drift(indexes: Indexes, asked: SearchRequest) -> Retrieved:
    """Begin with the reports most like the question, and go on from there with local searches for follow-ups.

    With a model they are questions that it asks; without one they are the communities' entities of most weight.
    """
    ranking = StatementRanking(indexes, asked.question)
    primer = ranking.best_reports()[:PRIMER_REPORTS]
    begun = indexes.statement_passages(_fitting(ranking.statements(primer), LOCAL_TOKENS // 3))
    found: list[Passage] = []
    rankings = {asked.question: ranking}
    for question, seeds in _follow_ups(indexes, asked, primer):
        if question not in rankings:
            rankings[question] = StatementRanking(indexes, question)
        found += _around(indexes, rankings[question], seeds, LOCAL_TOKENS // (MOST_FOLLOW_UPS + 1))
    ordered = [*begun, *sorted(found, key=lambda one: -one.score)]
    unique = {(one.text, one.lines): one for one in reversed(ordered)}
    return Retrieved(tuple(reversed(unique.values())), indexes.notes)


def _follow_ups(
    indexes: Indexes, asked: SearchRequest, primer: Sequence[Report]
) -> list[tuple[str, list[Seed]]]:
    if asked.model is None:
        seeds = [name_entities(indexes, asked.question)]
        for report in primer[:MOST_FOLLOW_UPS]:
            nodes = [indexes.entities.nodes[member] for member in report.community.members]
            seeds.append(_score(nodes, content_words(asked.question))[: MOST_SEEDS // 2])
        return [(asked.question, some) for some in seeds]
    shown = "\n".join(report.text[:1500] for report in primer)
    reply = asked.model.ask("drift_primer", {"question": asked.question, "statements": shown}, _Primer)
    questions = [asked.question, *reply.follow_ups[:MOST_FOLLOW_UPS]]
    return [(question, name_entities(indexes, question)) for question in questions]


def name_entities(indexes: Indexes, question: str) -> list[Seed]:
    """Return the nodes whose type, name, device or values the question names, those named most rarely first."""
    return _score(list(indexes.entities.nodes.values()), content_words(question))[:MOST_SEEDS]


def _score(nodes: Sequence[EntityNode], words: Sequence[str]) -> list[Seed]:
    tokens = {node.id: _words(node) for node in nodes}
    asked = {word: singular([word]) for word in words}
    counts = Counter(word for held in tokens.values() for word, forms in asked.items() if forms & held)
    weights = {word: math.log(1 + len(nodes) / count) for word, count in counts.items()}
    scored = [
        (node, sum(weight for word, weight in weights.items() if asked[word] & tokens[node.id]))
        for node in nodes
    ]
    named = (one for one in scored if one[1] > 0)
    return sorted(named, key=lambda one: (-one[1], -len(one[0].lines), one[0].id))


def _words(node: EntityNode) -> frozenset[str]:
    few = {name: counts for name, counts in node.values.items() if len(counts) < 20}
    values = [f"{name} {' '.join(counts)}" for name, counts in few.items()]
    return spoken_words(" ".join([node.kind, node.name, node.device, *values]))


def _around(
    indexes: Indexes, ranking: StatementRanking, seeds: Sequence[Seed], tokens: int
) -> tuple[Passage, ...]:
    """Fill the budget: reports of the seeds' communities, the seeds' lines, their neighbours' lines."""
    if not seeds:
        return ()
    statements = ranking.statements(_reports_of(indexes, seeds))
    of_reports = _fitting(statements, int(tokens * SHARES[0]))
    neighbours = _neighbours(indexes, seeds)
    ids = [(line, score) for node, score in [*seeds, *neighbours] for line in node.lines]
    lines = read_ids(indexes.graph, (line for line, _ in ids))
    words = set(content_words(ranking.question))
    found = [*indexes.statement_passages(of_reports)]
    left = int(tokens * (1 - SHARES[0]))
    placed: dict[int, float] = {}
    for line, score in ids:
        if line in lines:
            named = len(words & set(search_tokens(lines[line].text)))
            placed[line] = max(placed.get(line, 0.0), score * (1 + named))
    for line, score in sorted(placed.items(), key=lambda one: (-one[1], one[0])):
        left -= _COUNT(lines[line].text) + 10
        if left < 0:
            break
        found.append(Passage((lines[line],), score))
    return tuple(found)


def _reports_of(indexes: Indexes, seeds: Sequence[Seed]) -> list[Report]:
    scores: dict[int, float] = defaultdict(float)
    for place, report in enumerate(indexes.reports):
        members = set(report.community.members)
        scores[place] = sum(score for node, score in seeds if node.id in members) / math.sqrt(len(members))
    best = sorted(scores, key=lambda place: (-scores[place], place))[:PRIMER_REPORTS]
    return [indexes.reports[place] for place in best if scores[place] > 0]


def _neighbours(indexes: Indexes, seeds: Sequence[Seed]) -> list[Seed]:
    around, known = indexes.entities.neighbours(), {node.id for node, _ in seeds}
    found: dict[str, float] = {}
    for node, score in seeds:
        for weight, other in around.get(node.id, ())[:MOST_NEIGHBOURS]:
            if other not in known:
                found[other] = max(found.get(other, 0.0), 0.4 * score * weight / (1 + weight))
    best = sorted(found, key=lambda other: (-found[other], other))[:MOST_NEIGHBOURS]
    return [(indexes.entities.nodes[other], found[other]) for other in best]
