"""Reads the statements of configurations by templates with named places."""

import re

from reading.statements import read_statements
from reading.values import plain_number, without_groups

ROOT, NEGATION = "Configuration", "Negation"
_PIECE = re.compile(
    r"<((?:\w+\.)?\w+)(?::((?:[^<>\\]|\\.)+))?>|(?<=\[)\s*([a-z][\w -]*?)\s*(?=\])|(\[|\])|(\s+)|([^<\[\]\s]+|<)"
)
_KINDS = {"": r'("[^"]*"|\[[^\[\]]*\]|\S+?)', "text": r"(.+?)", "int": r"(-?\d+)"}
_KEYWORD = re.compile(r"[a-z][a-z_-]*+(?:[a-z0-9]*[a-z])?")


def read_blocks(lines, rules, style="indented"):
    """Return records of the statements, and of each block's statements inside it.

    A rule is (type, template) or (type, template, inner rules). `style` is "indented", "braces" or "flat". Rules of the
    type None, which say nothing, hold in every block.
    """
    root = _Record(ROOT, None)
    compiled = _compile_rules(rules)
    silent = list(_silent(compiled))
    for statement in read_statements(lines, style):
        _read(statement, root, compiled, silent, style)
    records = [child.as_record() for child in root.children]
    return [{**root.as_record(), "children": records}] if root.lines or root.values else records


class _Record:
    """A record in the making; `known` finds its children by type and key."""

    def __init__(self, kind, parent):
        self.kind, self.parent = kind, parent
        self.values, self.lines, self.children, self.known = {}, [], [], {}

    def put(self, name, value):
        """Add a value; several of one name make a list."""
        known = self.values.get(name)
        if name not in self.values or isinstance(known, bool) or known is value:
            self.values[name] = value
        elif isinstance(known, list):
            if value not in known:
                known.append(value)
        elif known != value:
            self.values[name] = [known, value]

    def child(self, kind, key):
        """Return the child of this type and key, a new one where there is none, or no key."""
        if key is not None and (kind, key) in self.known:
            return self.known[kind, key]
        made = _Record(kind, self)
        self.children.append(made)
        if key is not None:
            made.values["key"] = key
            self.known[kind, key] = made
        return made

    def own(self, statement):
        for index in range(statement.first, statement.last + 1):
            if self.lines and self.lines[-1][1] in (index, index - 1):
                self.lines[-1][1] = index
            else:
                self.lines.append([index, index])

    def as_record(self):
        children = [child.as_record() for child in self.children]
        return {"type": self.kind, "values": self.values, "lines": self.lines, "children": children}


class _Rule:
    """One template, compiled. `kinds` is the path of types below the block that the statement stands in.

    `switch` is the name of the words after the last place, or of all words where there is no place.
    """

    def __init__(self, kind, template, inner=()):
        self.kinds = kind.split("/") if kind else []
        self.silent = kind is None
        self.open_end = template.rstrip().endswith("...")
        self.inner = _compile_rules(inner)
        self.names, self.converts, words = [], [], []
        pattern = _Pattern()
        for kind, convert, flag, bracket, space, text in _PIECE.findall(
            template.strip().removesuffix("...").rstrip()
        ):
            if bracket:
                pattern.open() if bracket == "[" else pattern.close()
            elif space:
                pattern.space()
            elif text:
                pattern.add(re.escape(text))
                words.append(text)
            else:
                pattern.add(
                    f"({_words(flag)})" if flag else _KINDS.get(convert) or f"({without_groups(convert)})"
                )
                self.names.append(("", "", _name(flag)) if flag else kind.rpartition("."))
                self.converts.append("flag" if flag else convert)
                words = []
        self.pattern = re.compile(pattern.source + (r"(?:\s+(.+))?" if self.open_end else ""))
        self.switch = _name(" ".join(words))
        if self.switch and self.names and not self.kinds:
            self.switch = f"{self.names[-1][2]}_{self.switch}"

    def places(self, found):
        """Return the values by type ("" for the last of the path), and the text that the template leaves open."""
        values = {}
        for (kind, _, name), text, convert in zip(self.names, found.groups(), self.converts, strict=False):
            if text is not None:
                kind = "" if self.kinds and kind == self.kinds[-1] else kind
                value = True if convert == "flag" else int(text) if convert == "int" else _items(text)
                values.setdefault(kind, []).append((name, value))
        return values, (found.groups()[-1] if self.open_end else None)


class _Pattern:
    """The regular expression of a template in the making: what may be missing takes the white space beside it along.

    `_begun` says that something stands before which may not be missing; an optional beginning ends with white space.
    """

    def __init__(self):
        self.source = ""
        self._begun = self._inside = self._apart = self._spaced = False

    def space(self):
        self._spaced = True

    def add(self, source):
        self.source += (r"\s+" if self._spaced and self._apart else "") + source
        self._spaced, self._apart = False, True
        self._begun = self._begun or not self._inside

    def open(self):
        self.source += "(?:" + (r"\s+" if self._spaced and self._begun else "")
        self._inside, self._apart, self._spaced = True, False, False

    def close(self):
        self.source += ")?" if self._begun else r"\s+)?"
        self._inside, self._apart, self._spaced = False, self._begun, False


def _compile_rules(rules):
    """Compile rules; those of one type and template are one, with what is inside each of them."""
    merged = {}
    for kind, template, *inner in rules:
        merged.setdefault((kind, template), []).extend(inner[0] if inner else ())
    return [_Rule(kind, template, inner) for (kind, template), inner in merged.items()]


def _silent(rules):
    for rule in rules:
        if rule.silent:
            yield rule
        yield from _silent(rule.inner)


def _words(text):
    return r"\s+".join(re.escape(word) for word in text.split())


def _read(statement, block, rules, silent, style):
    """Read one statement into the record of the block that it stands in, and what stands inside it."""
    if statement.comment:
        comment = block.child("Comment", None)
        comment.put("text", statement.tokens[0])
        comment.own(statement)
        return
    if not statement.tokens:  # a word that only closes the block
        block.own(statement)
        return
    text = statement.raw.rstrip("{; ") if style == "braces" else statement.raw
    if statement.body:
        text = text.rsplit(None, 1)[0]  # the mark that opens the text
    positive = text.split(None, 1)[1] if statement.negated else text
    for rule in (*rules, *silent):
        found = rule.pattern.fullmatch(positive)
        if found:
            target = _apply(rule, found, statement, block)
            break
    else:
        target, rule = _read_unknown(positive, statement, block), None
    target.own(statement)
    if statement.body:
        target.put("text", statement.body)
    for child in statement.children:
        _read(child, target, rule.inner if rule else (), silent, style)


def _apply(rule, found, statement, block):
    """Put what a template found where it belongs; return the record that the statement is of."""
    if rule.silent:
        return block
    values, rest = rule.places(found)
    target = block
    for number, kind in enumerate(rule.kinds):
        own = values.get("" if number == len(rule.kinds) - 1 else kind, [])
        target = target.child(kind, next((value for name, value in own if name == "key"), None))
        for name, value in own:
            if name != "key":
                target.put(name, value)
    own = [] if rule.kinds else values.get("", [])
    if statement.negated and own:
        target = _taken_back(statement, block)
    for name, value in own:
        target.put(name, value)
    if rest:
        target = _put_setting(target, rest, statement)
    elif rule.switch and target.kind != NEGATION and (rule.kinds or not rule.inner):
        target.put(rule.switch, not statement.negated)
    elif statement.negated and rule.kinds:
        target.put("negated", True)
    return target


def _read_unknown(text, statement, block):
    """Read a statement that no rule fits: a block becomes a record named after its keywords, others a value."""
    if not statement.children:
        return _put_setting(block, text, statement)
    words, value = _take_apart(text)
    kind = "".join(part.capitalize() for part in _name(" ".join(words) or "block").split("_"))
    return block.child(kind, value or None)


def _taken_back(statement, block):
    """Return a record for what a statement takes back."""
    taken = block.child(NEGATION, None)
    taken.put("key", statement.raw.split(None, 1)[1])
    taken.put("negated", True)
    return taken


def _put_setting(record, text, statement):
    """Name a value after the keywords before it; keywords alone are a switch. The first word is always one.

    Returns the record that has it: one of its own for a value that is taken back.
    """
    negated = statement.negated
    words, value = _take_apart(text)
    if not words and value.split()[0].isidentifier():
        first, _, rest = value.partition(" ")
        words, value = _take_apart(rest)
        words = [first, *words]
    if not value and len(words) > 2 and not negated:
        words, value = words[:-1], words[-1]
    name = _name(" ".join(words) or "text")
    if not value:
        record.put(name, not negated)
    else:
        record = _taken_back(statement, record) if negated and record.kind != NEGATION else record
        record.put(name, plain_number(_items(value)))
    return record


def _take_apart(text):
    words = text.split()
    count = 0
    while count < len(words) and _KEYWORD.fullmatch(words[count]):
        count += 1
    return words[:count], " ".join(words[count:])


def _name(text):
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return f"_{name}" if name[:1].isdigit() else name


def _items(text):
    """Take the quotes off a text; a list in brackets is a list."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    if text.startswith("[") and text.endswith("]") and " " in text:
        return text[1:-1].split()
    return text
