"""Reads a configuration by a parser's tables: walks its statements over the grammar, and makes records of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reading.by_keywords import read_by_keywords
from reading.filter_entries import entry_fields
from reading.grammar import GrammarNode, known, opening_words, read_grammar, silent_rows
from reading.name_values import SORTS, are_ranges, is_listed, put, store, store_all, switch, variable_name
from reading.nested.say_pieces import statements_of
from reading.read_rows import read_row
from reading.records import COMMENT, NEGATION, ROOT, Record
from reading.statements import Statement
from reading.tokens import convert, property_name, shape

DIRECTIONS = {"in", "out", "inbound", "outbound", "input", "output", "ingress", "egress", "import", "export"}
DIRECTIONS |= {"both"}
PLAIN_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*$")
NOTHING = GrammarNode()


def read_configuration(
    lines: Sequence[str],
    grammar: str,
    style: str,
    lead: str = "",
    entry_lists: Mapping[str, str] | None = None,
    *,
    others: str = "",
) -> list[dict[str, Any]]:
    """Return the records of one configuration file: a root of type Configuration with everything inside it.

    `grammar` has the statements, `style` tells how blocks are marked, `lead` is the word that opens every line of a
    flat file; see docs/parsers.md. `entry_lists` are the types that are lists of entries with fields (type → Filter,
    PrefixList or RoutePolicy), and those that are entries (type → FilterEntry). With `others="keywords"`, a statement
    without a row is read by its keywords; else it explains nothing. Raises GrammarError for a row that is none.
    """
    return read_by_grammar(lines, read_grammar(grammar), style, lead, entry_lists, others=others)


def read_by_grammar(
    lines: Sequence[str],
    grammar: GrammarNode,
    style: str,
    lead: str = "",
    entry_lists: Mapping[str, str] | None = None,
    *,
    others: str = "",
) -> list[dict[str, Any]]:
    """Do the same with a grammar that has been read."""
    reader = _Reader(grammar, entry_lists or {}, others, style)
    root = Record(ROOT, None, None)
    statements = statements_of(list(lines), style, lead, grammar)
    reader.in_doubt = set() if style == "menus" else _lines_in_doubt(statements)
    reader.read_block(statements, grammar, root, [])
    return [root.export(reader.entries)] if root.lines or root.children else []


def _lines_in_doubt(statements: Sequence[Statement]) -> set[int]:
    """Return the lines of doubtful statements, with what else stands on them: a whole block may be on one line."""
    found: set[int] = set()
    for each in statements:
        if each.doubtful and not (each.comment or each.inactive):
            found.update(range(each.first, each.last + 1))
        found |= _lines_in_doubt(each.children)
    return found


class _Reader:
    """Walks statements over a grammar; `entries` are the types that are lists of entries, or such entries.

    Nothing is known of what stands on lines that are `in_doubt`, and they stay unexplained.
    """

    def __init__(self, grammar: GrammarNode, entries: Mapping[str, str], others: str, style: str) -> None:
        self.entries, self._others = entries, others == "keywords"
        self._paths = style in ("braces", "set")
        self._silent = list(silent_rows(grammar))
        self.in_doubt: set[int] = set()

    def read_block(
        self, statements: Sequence[Statement], node: GrammarNode, owner: Record, prefix: Sequence[str]
    ) -> None:
        """Walk the statements of one block over the grammar, adding what they say to `owner`."""
        for statement in statements:
            if self.in_doubt and not self.in_doubt.isdisjoint(range(statement.first, statement.last + 1)):
                continue
            if statement.comment:
                owner.child(COMMENT, None, statement.first, merge=False).values["text"] = statement.tokens[0]
            elif statement.inactive:
                take_off(statement, owner)
            elif statement.tokens and self._read_row(statement, node, owner):
                continue
            elif not known(statement.tokens, node):
                inner = self._inside(statement, node) if self._paths else None
                if inner is not None:
                    self.read_block([inner], node, owner, prefix)
                    continue
                if statement.tokens and self._read_row(statement, node, owner, by_keywords=True):
                    continue
                if self._others and not statement.silent:
                    self.read_block(statement.children, NOTHING, read_by_keywords(statement, owner), [])
                else:
                    add_keyed(statement, owner, prefix)
            elif statement.silent:
                owner.own(statement.first, statement.last)
            elif statement.negated and not statement.children and takes_back_value(statement.tokens, node):
                take_back(statement, node, owner, prefix)
            elif not self._add_entry(statement, statement.tokens, node, owner):
                self._read_statement(statement, node, owner, prefix)

    def _read_row(
        self, statement: Statement, node: GrammarNode, owner: Record, *, by_keywords: bool = False
    ) -> bool:
        """Read a statement by the first row that fits it; false where none does.

        Rows that leave the rest to its keywords come last, behind those of words and plain places.
        """
        first = (statement.text().split(None, 1) or [""])[0]
        for row, after in (*node.rows_for(first), *self._silent):
            if row.rest_by_keywords != by_keywords:
                continue
            targets = read_row(row, statement, owner, opens=after.block is not None)
            inside = after.block or (node if row.silent else NOTHING)
            for target in targets:
                self.read_block(statement.children, inside, target, [])
            if targets:
                return True
        return False

    def _inside(self, statement: Statement, node: GrammarNode) -> Statement | None:
        """Return a path (`a b c`) as blocks (`a { b { c } }`); None where no row fits what stands inside."""
        if statement.children:
            return None
        for count, block in opening_words(statement.tokens, node):
            rest = statement.behind(count)
            fits = known(rest.tokens, block) or any(
                row.pattern.fullmatch(rest.text()) for row, _ in block.rows_for(rest.tokens[0])
            )
            inner = rest if fits else self._inside(rest, block)
            if inner is not None:
                opener = Statement(statement.tokens[:count], statement.first)
                opener.raw, opener.last, opener.children = statement.raw, statement.last, [inner]
                return opener
        return None

    def _read_statement(
        self, statement: Statement, node: GrammarNode, owner: Record, prefix: Sequence[str]
    ) -> None:
        """Read one statement: keywords name what follows, variables become keys or properties."""
        names = list(prefix)
        used: list[str] = []
        tokens = statement.tokens
        inherited, entered = len(prefix), False
        for index, token in enumerate(tokens):
            after = node.words.get(token)
            if after is not None:
                names.append(token)
                node = after
                continue
            if node.text:
                owner.own(statement.first, statement.first)
                alone = len(tokens) == index + 1 and token[0] != "["
                value = convert(token) if alone else statement.rest(index)
                store(owner, variable_name(names, token, used, statement, "quoted"), value, used)
                names = []
                break
            node = _behind(node)
            if node.entity:
                owner = enter(owner, node, token, statement, used)
                directions = [name for name in names[inherited:] if name in DIRECTIONS]
                if directions:
                    owner.add("direction", directions[-1])
                names, inherited, entered = [], 0, True
                if self._add_entry(statement, tokens[index + 1 :], node, owner):
                    return
                if node.entry and index + 1 < len(tokens):
                    owner = owner.child(node.entry, None, statement.first, merge=False)
                    statement.single = True
                continue
            owner.own(statement.first, statement.first)
            if node.listed or (names and are_ranges(tokens, index)):
                store_all(owner, variable_name(names, token, used, statement), tokens[index:], used)
                names = []
                break
            if statement.negated and names and index == len(tokens) - 1:
                switch(owner, [*names, token], False)
            elif names or not is_listed(tokens, index, statement, used):
                put(owner, names, token, used, statement)
            else:
                owner.add(used[-1], convert(token))
            names = []
        if entered and names and statement.children:
            switch(owner, names, not statement.negated)
            names = []
        self._finish(statement, node, owner, names, used, inherited)

    def _add_entry(
        self, statement: Statement, tokens: Sequence[str], node: GrammarNode, owner: Record
    ) -> bool:
        """Add an entry of a list whose entries have fields; false where the words or the owner are none."""
        sort = self.entries.get(owner.kind, "FilterEntry")
        fields = entry_fields(tokens, sort) if sort != "FilterEntry" and not statement.negated else None
        if fields is None:
            return False
        if "text" in fields:
            fields["text"] = (
                statement.rest(len(statement.tokens) - len(fields["text"])) if fields["text"] else ""
            )
        entry = owner.child(owner.kind + "Entry", fields.get("sequence"), statement.first, merge=False)
        entry.values.update(fields)
        entry.own(statement.first, statement.last)
        for token in tokens:
            node = node.words.get(token) or node.slot or NOTHING
        self.read_block(statement.children, node.block or NOTHING, entry, [])
        return True

    def _finish(
        self,
        statement: Statement,
        node: GrammarNode,
        owner: Record,
        names: Sequence[str],
        used: Sequence[str],
        inherited: int,
    ) -> None:
        """Own the line, store a closing flag, and go on inside the block; so many of the names are the block's own."""
        owner.own(statement.first, statement.last)
        inside = bool(statement.children)
        if statement.body:
            owner.add(property_name([*names, "text"]), statement.body)
        elif names and (statement.negated or not inside) and len(names) > (0 if used else inherited):
            joined = [used[-1]] if used and not statement.single else []
            switch(owner, names, not statement.negated, joined)
            names = []
        if inside:
            self.read_block(statement.children, node.block or NOTHING, owner, names if not used else [])


def _behind(node: GrammarNode) -> GrammarNode:
    """Return the node behind a variable that is known to be there."""
    assert node.slot is not None
    return node.slot


def takes_back_value(tokens: Sequence[str], node: GrammarNode) -> bool:
    """True where a statement ends with a value; a plain word behind keywords is taken for one of them: a switch."""
    is_value = False
    for token in tokens:
        after = node.words.get(token)
        if after is None and (node.text or _behind(node).listed):
            return True
        is_value = after is None and (not PLAIN_WORD.match(token) or bool(_behind(node).entity))
        node = _behind(node) if after is None else after
    return is_value


def take_back(statement: Statement, node: GrammarNode, owner: Record, prefix: Sequence[str]) -> None:
    """Add a record of what a statement takes back: its text, and its values, named by the keywords before them."""
    taken = owner.child(NEGATION, None, statement.first, merge=False)
    taken.own(statement.first, statement.last)
    taken.values.update(key=statement.rest(0), negated=True)
    names, used, tokens = list(prefix), ["key"], statement.tokens
    for index, token in enumerate(tokens):
        after = node.words.get(token)
        name = property_name(names) if names else variable_name([], token, used, statement)
        if after is not None:
            names.append(token)
            node = after
            continue
        if node.text:
            store(taken, name, statement.rest(index), used)
            return
        node = _behind(node)
        if node.listed:
            store_all(taken, name, tokens[index:], used)
            return
        store(taken, name, convert(token), used)
        names = []


def take_off(statement: Statement, owner: Record) -> None:
    """Add a record of a statement that does not hold, and of each inside it: their texts; none of one set anew."""
    if not statement.tokens or statement.silent:
        owner.own(statement.first, statement.last)
        return
    taken = owner.child(NEGATION, None, statement.first, merge=False)
    taken.own(statement.first, statement.last)
    taken.values["key"] = statement.text()
    if statement.marked:
        taken.values["inactive"] = True
    for each in statement.children:
        take_off(each, taken)


def add_keyed(statement: Statement, owner: Record, prefix: Sequence[str]) -> None:
    """Keep a value of an entity that no sample had, where the syntax itself says what its key is."""
    tokens, count = statement.tokens, int(statement.keywords)
    if not count or statement.children or statement.silent or owner.kind == ROOT:
        return
    if count + 1 >= len(tokens) >= count:
        value = convert(tokens[count]) if len(tokens) > count else not statement.negated
        owner.add(property_name([*prefix, *tokens[:count]]), value)
        owner.own(statement.first, statement.last)


def enter(owner: Record, node: GrammarNode, token: str, statement: Statement, used: list[str]) -> Record:
    """Return the entity that a key opens; an entity without a key of its own takes the word as its first property."""
    if node.keyless:
        inner = owner.child(node.entity, None, statement.first, merge=False)
        statement.single = True
        kind = shape(token)
        store(inner, "action" if kind == "word" else SORTS.get(kind, kind), convert(token), used)
        return inner
    statement.single = node.numbered
    key = None if statement.unnamed and statement.separate else token
    merge, statement.separate = not statement.separate, False
    return owner.child(node.entity, key, statement.first, merge=merge)
