"""Claims a property of the only thing on a device that can have it: "what is the router id of r1"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from agent.reader.english import stems_of, word_list
from agent.reader.fact import (
    BlockNode,
    columns_named,
    is_asked_plainly,
    is_kind_word,
    named_node,
    nodes_above,
    read_blocks,
    says,
    write_of_block,
)
from agent.reader.kinds import ROOT, Kind
from agent.reader.parse_question import ParsedQuestion
from agent.reader.proof import ReadingProof
from agent.records import Query
from agent.render.draft import show_cell
from agent.value_index import ValueIndex

_MOST, _FEWEST_WORDS = 5_000, 2
_NODES = (
    "MATCH (n:Entity) WHERE n.id >= $low AND n.id < $low + 4294967296 AND NOT n:Finding "
    "RETURN n.id AS id, n.type AS type, properties(n) AS own, labels(n) AS labels"
)


def write_only(
    asked: ParsedQuestion, kinds: Sequence[Kind], look_up: ValueIndex, proof: ReadingProof
) -> Query | None:
    """Write the statement that shows the property; None where it could be that of anything else, set or not.

    At least two words have to name it and its thing: a "priority" alone may be of anything.
    """
    terms = [term for term in asked.terms if term.text.lower() not in word_list("asks")]
    documents = proof.scope(asked.devices)
    is_one = len(asked.devices) == 1 and len(documents) == 1
    is_named = len(terms) >= _FEWEST_WORDS and not any(term.is_value for term in terms)
    if not is_one or not is_named or not is_asked_plainly(asked, terms):
        return None
    rows = look_up.rows(_NODES, {"low": documents[0].serial << 32}, _MOST)
    nodes = [
        BlockNode(int(str(id_)), str(kind), own, frozenset(map(str, labels)), 0)
        for id_, kind, own, labels in rows
        if isinstance(own, Mapping) and isinstance(labels, tuple | list)
    ]
    of_type = Counter(one.type for one in nodes)
    found: list[tuple[BlockNode, list[str]]] = []
    for one in nodes:
        left = [term for term in terms if one.type == ROOT or not is_kind_word(term, one, kinds)]
        columns = columns_named(one, one.values, left) if left else []
        if columns is None:
            return None
        found += [(one, columns)] if columns else []
    if len(found) != 1 or len(rows) >= _MOST:
        return None
    thing, columns = found[0]
    unsaid = [
        word for name in columns for word in stems_of(name) if not any(says(one, word) for one in terms)
    ]
    is_switch = any(show_cell(thing.values[name]) in ("yes", "no") for name in columns)
    if unsaid or is_switch or thing.type in (ROOT, "Negation") or of_type[thing.type] > 1:
        return None  # "remote AS" is not the AS of the device, and a switch asks for all that have it
    block = read_blocks(look_up, [thing.id])[0]
    if nodes_above(block):
        return None
    return write_of_block(block, [named_node(block)], {name: name for name in columns}, documents[0], proof)
