"""Makes records by walking statements over a grammar, which it builds from its written form."""

import re

from reading.filter_entries import (
    entry_fields,
    name_fields,
    with_length,
)
from reading.nested.say_pieces import statements_of
from reading.tokens import (
    RANGE,
    convert,
    is_range,
    property_name,
    shape,
)

NEGATION, PREFIX_OFF = "Negation", "no-"
DIRECTIONS = {"in", "out", "inbound", "outbound", "input", "output", "ingress", "egress", "import", "export"}
DIRECTIONS |= {"both"}
ENTRIES: dict[str, str] = {}
INTERFACE_NAME = re.compile(
    r"(?i)[a-z-]+\d+[/.:]\d|(?:eth|gig|fast|ten|forty|hundred|[gxet]e-?\d|fa\d|gi\d|vl|lo\d|loop|port|po\d|bund|ae\d|irb|bvi|tun"
    r"|[lw]an|bond|br\d|bri|mgmt|manag|ser|dial|pp|swp|en[sp]|em\d|reth|fxp|atm|cell|null|veth|dot11|bluetooth)"
)
"""Beside a number at its end: names of interfaces, and not of anything else."""
PLAIN_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*$")
SORTS = {"word": "option", "quoted": "text", "integer": "number"}


class Record:
    """An entity that grows while its statements are read."""

    def __init__(self, kind, key, first):
        self.kind = kind
        self.values = {} if key is None else {"key": convert(str(key))}
        self.lines = [] if first is None else [first]
        self.children = []
        self.merged = {}

    def add(self, name, value):
        """Set a property; a second, different value makes it a list. The key of the entity is none."""
        name = "key_value" if name == "key" else name
        if name not in self.values or self.values[name] == value:
            self.values[name] = value
            return
        old = self.values[name] if isinstance(self.values[name], list) else [self.values[name]]
        if isinstance(old[0], bool) or isinstance(value, bool):
            self.values[name] = value if isinstance(old[0], bool) else self.values[name]
            return
        new = value if isinstance(value, list) else [value]
        self.values[name] = old + [item for item in new if item not in old]

    def child(self, kind, key, line, merge):
        """Return the entity of this kind and key inside this one; a new one unless lines are merged."""
        name = key if key is None else str(convert(str(key)))
        found = self.merged.get((kind, name)) if merge else None
        if found is None:
            found = Record(kind, key, line)
            self.children.append(found)
            self.merged[(kind, name)] = found
        elif line not in found.lines:
            found.lines.append(line)
        return found

    def own(self, first, last):
        """Take lines as this record's own."""
        self.lines.extend(number for number in range(first, last + 1) if number not in self.lines[-4:])

    def export(self):
        """Give the record in the form that the sandbox returns."""
        if ENTRIES.get(self.kind) == "FilterEntry":
            name_fields(self.values)
        ranges = []
        for number in sorted(set(self.lines)):
            if ranges and ranges[-1][1] == number - 1:
                ranges[-1][1] = number
            else:
                ranges.append([number, number])
        children = [child.export() for child in self.children]
        return {"type": self.kind, "values": self.values, "lines": ranges, "children": children}


def read_block(statements, node, owner, prefix):
    """Walk the statements of one block over the grammar, adding what they say to `owner`."""
    for statement in statements:
        if statement.comment:
            owner.child("Comment", None, statement.first, False).values["text"] = statement.tokens[0]
        elif not known(statement.tokens, node):
            add_keyed(statement, owner, prefix)
        elif statement.silent:
            owner.own(statement.first, statement.last)
        elif statement.negated and not statement.children and takes_back_value(statement.tokens, node):
            take_back(statement, node, owner, prefix)
        elif not add_entry(statement, statement.tokens, node, owner):
            read_statement(statement, node, owner, prefix)


def read_statement(statement, node, owner, prefix):
    """Read one statement: keywords name what follows, variables become keys or properties."""
    names = list(prefix)
    used = []
    tokens = statement.tokens
    inherited, entered = len(prefix), False
    for index, token in enumerate(tokens):
        after = node.get("words", {}).get(token)
        if after is not None:
            names.append(token)
            node = after
            continue
        if node.get("text"):
            owner.own(statement.first, statement.first)
            alone = len(tokens) == index + 1 and token[0] != "["
            value = convert(token) if alone else statement.rest(index)
            store(owner, variable_name(names, token, used, statement, "quoted"), value, used)
            names = []
            break
        node = node["slot"]
        if node.get("entity"):
            owner = enter(owner, node, token, statement, used)
            said = [name for name in names[inherited:] if name in DIRECTIONS]
            if said:
                owner.add("direction", said[-1])
            names, inherited, entered = [], 0, True
            if add_entry(statement, tokens[index + 1 :], node, owner):
                return
            if node.get("entry") and index + 1 < len(tokens):
                owner = owner.child(node["entry"], None, statement.first, False)
                statement.single = True
            continue
        owner.own(statement.first, statement.first)
        if node.get("list") or (names and are_ranges(tokens, index)):
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
    finish(statement, node, owner, names, used, inherited)


def takes_back_value(tokens, node):
    """True where a statement ends with a value; a plain word behind keywords is taken for one of them: a switch."""
    for token in tokens:
        after = node.get("words", {}).get(token)
        if after is None and (node.get("text") or node["slot"].get("list")):
            return True
        is_value = after is None and (not PLAIN_WORD.match(token) or "entity" in node["slot"])
        node = node["slot"] if after is None else after
    return is_value


def take_back(statement, node, owner, prefix):
    """Add a record of what a statement takes back: its text, and its values, named by the keywords before them."""
    taken = owner.child(NEGATION, None, statement.first, False)
    taken.own(statement.first, statement.last)
    taken.values.update(key=statement.rest(0), negated=True)
    names, used, tokens = list(prefix), ["key"], statement.tokens
    for index, token in enumerate(tokens):
        after = node.get("words", {}).get(token)
        name = property_name(names) if names else variable_name([], token, used, statement)
        if after is not None:
            names.append(token)
        elif node.get("text"):
            store(taken, name, statement.rest(index), used)
            return
        elif node["slot"].get("list"):
            store_all(taken, name, tokens[index:], used)
            return
        else:
            store(taken, name, convert(token), used)
            names = []
        node = node["slot"] if after is None else after


def add_entry(statement, tokens, node, owner):
    """Add an entry of a list whose entries have fields; false where the words or the owner are none."""
    sort = ENTRIES.get(owner.kind, "FilterEntry")
    fields = entry_fields(tokens, sort) if sort != "FilterEntry" and not statement.negated else None
    if fields is None:
        return False
    if "text" in fields:
        fields["text"] = statement.rest(len(statement.tokens) - len(fields["text"])) if fields["text"] else ""
    entry = owner.child(owner.kind + "Entry", fields.get("sequence"), statement.first, False)
    entry.values.update(fields)
    entry.own(statement.first, statement.last)
    for token in tokens:
        node = node.get("words", {}).get(token) or node.get("slot") or {}
    read_block(statement.children, node.get("block", {}), entry, [])
    return True


def add_keyed(statement, owner, prefix):
    """Keep a value of an entity that no sample had, where the syntax itself says what its key is."""
    tokens, count = statement.tokens, int(statement.keywords)
    if not count or statement.children or statement.silent or owner.kind == "Configuration":
        return
    if count + 1 >= len(tokens) >= count:
        value = convert(tokens[count]) if len(tokens) > count else not statement.negated
        owner.add(property_name([*prefix, *tokens[:count]]), value)
        owner.own(statement.first, statement.last)


def enter(owner, node, token, statement, used):
    """Return the entity that a key opens; an entity without a key of its own takes the word as its first property."""
    if node.get("keyless"):
        inner = owner.child(node["entity"], None, statement.first, False)
        statement.single = True
        kind = shape(token)
        store(inner, "action" if kind == "word" else SORTS.get(kind, kind), convert(token), used)
        return inner
    statement.single = bool(node.get("numbered"))
    key = None if statement.unnamed and statement.separate else token
    merge, statement.separate = not statement.separate, False
    return owner.child(node["entity"], key, statement.first, merge)


def variable_name(names, token, used, statement, kind=""):
    """Name a variable by the keywords before it, else by what it looks like."""
    if names:
        return property_name(names)
    kind = kind or shape(token)
    sort = SORTS.get(kind, kind)
    if kind == "interface" and not INTERFACE_NAME.match(token):
        sort = "name"
    if statement.single:
        return "action" if sort == "option" and "action" not in used else sort
    return property_name([used[-1], sort]) if used else sort


def is_listed(tokens, index, statement, used):
    """True for one more value of a list: behind a comma, quoted as the one before it, or one of rising numbers."""
    if not used or index == 0 or statement.single:
        return False
    before = tokens[index - 1]
    quoted = shape(before) == shape(tokens[index]) == "quoted"
    return quoted or before + "," in statement.raw or rises(tokens, index)


def are_ranges(tokens, index):
    """True for numbers to the end of a statement, with ranges among them: `10 20 to 30`."""
    if RANGE not in tokens[index:]:
        return False
    return all(shape(tokens[at]) == "integer" or is_range(tokens, at) for at in range(index, len(tokens)))


def rises(tokens, index):
    """True in a row of at least three rising numbers, but for its first."""
    first = last = index
    while first > 0 and shape(tokens[first - 1]) == "integer":
        first -= 1
    while last < len(tokens) and shape(tokens[last]) == "integer":
        last += 1
    row = [int(token) for token in tokens[first:last]]
    return len(row) > 2 and index > first and row == sorted(set(row))


def put(owner, names, token, used, statement):
    """Store a variable; an address and the mask behind it also make a prefix."""
    name = variable_name(names, token, used, statement)
    before = used[-1] if used else "key"
    if shape(token) == "mask" and (not names or "mask" in names[-1]):
        if names and not used:
            before = only_address(owner) or before
        address = owner.values.get(before)
        network = with_length(address, token) if isinstance(address, str) else ""
        if network:
            owner.add("prefix" if before == "key" else before + "_prefix", network)
    store(owner, name, convert(token), used)


def only_address(owner):
    """Return the name of the one property that is an address: a mask in a statement of its own is that of it."""
    texts = (
        (name, value) for name, value in owner.values.items() if name != "key" and isinstance(value, str)
    )
    names = [name for name, value in texts if shape(value) == "address"]
    return names[0] if len(names) == 1 else ""


def store(owner, name, value, used):
    """Add a property; a name that this statement has used already gets a number."""
    unique, count = name, 2
    while unique in used:
        unique, count = name + "_" + str(count), count + 1
    owner.add(unique, value)
    used.append(unique)


def store_all(owner, name, tokens, used):
    """Add a property of several values, each of them once; a range is one value."""
    at = 0
    while at < len(tokens):
        ranges = at + 1 < len(tokens) and is_range(tokens, at + 1)
        owner.add(name, tokens[at] + "-" + tokens[at + 2] if ranges else convert(tokens[at]))
        at += 3 if ranges else 1
    used.append(name)


def finish(statement, node, owner, names, used, inherited):
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
        read_block(statement.children, node.get("block", {}), owner, names if not used else [])


def switch(owner, names, on, before=()):
    """Set a switch; a keyword that begins with `no-` turns off what its other words say."""
    last = names[-1].removeprefix(PREFIX_OFF) or names[-1]
    owner.add(property_name([*before, *names[:-1], last]), on != (last != names[-1]))


def parse_lines(lines, grammar, style, lead, entries):
    """Parse one configuration: a root record of type Configuration with everything inside it.

    `entries` are the types that are lists of entries with fields: type → Filter, PrefixList or RoutePolicy; those
    that are entries: type → FilterEntry.
    """
    ENTRIES.clear()
    ENTRIES.update(entries)
    root = Record("Configuration", None, None)
    read_block(statements_of(lines, style, lead), grammar, root, [])
    return [root.export()] if root.lines or root.children else []


# The grammar of a configuration syntax, built from its written form. A node is a dict: `words` (keyword → node), `slot`
# (node behind a variable), `block` (node for nested statements), `text` (the rest of the line is free text). A slot
# has `entity` (it is the key of this type), `entry` (every line behind it is a record of this type), `list` (it has
# any number of values), `keyless` (it is the first property of a record without key), `numbered` (it numbers entries).


def read_grammar(text):
    """Build the grammar from its written form, a statement's words on each line; see GRAMMAR."""
    root = {}
    stack = [root]
    for line in text.splitlines():
        signs, node = line.split(), stack[-1]
        if signs == ["}"]:
            stack.pop()
            continue
        for sign in signs:
            node = grow(node, sign)
        if signs and signs[-1] == "{":
            stack.append(node)
    return root


def grow(node, sign):
    """Return the node behind one sign of a grammar line, made where there is none yet."""
    if sign == "{":
        return node.setdefault("block", {})
    if sign == "...":
        node["text"] = True
        return node
    if sign in ("*", "**"):
        slot = node.setdefault("slot", {})
        if sign == "**":
            slot["list"] = True
        return slot
    if sign[0] == "<" and sign[-1] == ">":
        slot = node.setdefault("slot", {})
        name, _, entry = sign.strip("<#+>").partition("/")
        slot["entity"] = name
        if entry:
            slot["entry"] = entry
        if sign[1] in "+#":
            slot["keyless" if sign[1] == "+" else "numbered"] = True
        return slot
    word = sign[1:] if sign[0] == "\\" else sign
    return node.setdefault("words", {}).setdefault(word, {})


def known(tokens, node):
    """True when the grammar has a place for every token; a statement that it does not know explains nothing."""
    for token in tokens:
        if node.get("text") or node.get("list"):
            return True
        after = node.get("words", {}).get(token)
        node = node.get("slot") if after is None else after
        if node is None:
            return False
    return True
