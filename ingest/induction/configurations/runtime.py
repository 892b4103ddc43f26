"""What every induced configuration parser runs: statements into a tree, and a grammar walked over it.

The file is copied whole below the tables of a generated parser, so it stands alone: standard library only.
A grammar node is a dict: `words` (keyword → node), `slot` (node behind a variable), `block` (node for nested
statements), `text` (the rest of the line is free text); a slot has `entity` (it is the key of this type),
`entry` (every line behind it is a record of this type), `keyless` (it is the first property of a record without
key), `numbered` (it numbers the entries of a list).
"""

import ipaddress
import re

NEGATIONS = ("no", "undo")
ASSIGNMENT = re.compile(r"([A-Za-z][\w-]*)=([^=].*)$")
SECTION = re.compile(r"\[[^\[\]]+\]$")
DEEPEST = 20
LONGEST_NAME = 100
TOKEN = re.compile(r'[A-Za-z][\w-]*="[^"]*"|"(?:[^"\\]|\\.)*"|\'[^\']*\'|\[[^\[\]]*\s[^\[\]]*\]|[^\s]+')
SHAPES = (
    ("prefix", re.compile(r"\d{1,3}(\.\d{1,3}){3}/\d{1,2}$")),
    (
        "mask",
        re.compile(
            r"(0|128|192|224|240|248|252|254|255)(\.\d{1,3}){2}\.(0|128|192|224|240|248|252|254|255)$"
        ),
    ),
    ("address", re.compile(r"\d{1,3}(\.\d{1,3}){3}$")),
    ("mac", re.compile(r"(?:[0-9a-fA-F]{4}\.){2}[0-9a-fA-F]{4}$|(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}$")),
    ("integer", re.compile(r"-?\d{1,18}$")),
    ("number", re.compile(r"-?\d{1,15}\.\d{1,15}$")),
    ("time", re.compile(r"\d{1,2}:\d{2}(:\d{2})?(\.\d+)?$")),
    ("community", re.compile(r"(?:\w+:)?\d+:\d+(:\d+)?$")),
    ("list", re.compile(r"\[.*\]$|\d+(?:[-,]\d+)+$")),
    ("quoted", re.compile(r"[\"'].*[\"']$")),
    ("interface", re.compile(r"[A-Za-z][A-Za-z-]*\d+(?:[/.:]\d+)*$")),
)
TRAILING_COMMENT = re.compile(r";\s+(?:#|/\*|//).*$")
WORD = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*$")
PUNCTUATION = re.compile(r"[\W_]*$")
SORTS = {"word": "option", "quoted": "text", "integer": "number"}
HEX_BODY = re.compile(r"(?:[0-9A-Fa-f]{8}\s*)+$|[A-Za-z0-9+/]{40,}={0,2}$")


def read_grammar(text):
    """Build the grammar from its written form, a statement's words on each line; see GRAMMAR."""
    root = {}
    stack = [root]
    for line in text.splitlines():
        signs = line.split()
        if signs == ["}"]:
            stack.pop()
            continue
        node = stack[-1]
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
    if sign == "*":
        return node.setdefault("slot", {})
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


def shape(token):
    """Name the kind of value that `token` looks like; "word" for letters alone, "name" for the rest."""
    for name, pattern in SHAPES:
        if pattern.match(token):
            if name == "address" and any(int(part) > 255 for part in token.split(".")):
                continue
            return name
    if ":" in token:
        try:
            ipaddress.IPv6Interface(token)
        except ValueError:
            pass
        else:
            return "prefix" if "/" in token else "address"
    return "word" if WORD.match(token) else "name"


def tokenize(text):
    """Split a statement at blanks; quoted strings and bracketed lists stay whole, closing signs go."""
    text = TRAILING_COMMENT.sub(";", text.strip())
    while text and text[-1] in ";{,":
        text = text[:-1].rstrip()
    tokens = []
    for token in TOKEN.findall(text):
        assigned = ASSIGNMENT.match(token)
        parts = assigned.groups() if assigned else [token]
        tokens += [part.rstrip(",:") if len(part) > 1 and part[0] not in "\"'[" else part for part in parts]
    return [unquote_key(token) for token in tokens if token not in (":", "=", "-", "")]


def unquote_key(token):
    """Take the quotes off a quoted single word, as in JSON keys."""
    token = token.rstrip(":") if token.endswith('":') else token
    return (
        token[1:-1] if len(token) > 2 and token[0] == '"' == token[-1] and WORD.match(token[1:-1]) else token
    )


class Statement:
    """One statement: its tokens, the lines [first, last] it stands on, the statements inside it.

    `single` is set when the statement turns out to be a record of its own, so that its values need no longer names.
    """

    def __init__(self, tokens, first, negated=False, comment=False):
        self.tokens = tokens
        self.first = first
        self.last = first
        self.negated = negated
        self.comment = comment
        self.raw = ""
        self.body = ""
        self.single = False
        self.children = []

    def rest(self, index):
        """Return the statement's text from its token `index` on, as it is written."""
        words = self.raw.split()
        while index < len(words) and self.tokens[index] not in words[index]:
            words = words[1:]
        return " ".join(words[index:])


def read_statements(lines, style, lead=""):
    """Build the statement tree. `style` is "indented", "braces" or "flat"; `lead` opens every line of a flat file."""
    root = Statement([], 0)
    stack = [(-1, root)]
    number = 0
    ends = marked_ends(lines) if style == "indented" else {}
    while number < len(lines):
        text = lines[number]
        stripped = text.strip()
        if PUNCTUATION.match(stripped):
            if style == "braces":
                for sign in stripped:
                    if sign == "}" and len(stack) > 1:
                        stack.pop()
            number += 1
            continue
        parent, statement, depth = place(text, stripped, stack, style, lead, number)
        if statement is None:
            stack[-1][1].last = number
            number += 1
            continue
        parent.children.append(statement)
        if style == "braces":
            if stripped.endswith("{"):
                stack.append((len(stack), statement if len(stack) < DEEPEST else parent))
        elif len(stack) > DEEPEST:
            pass
        elif not statement.comment:
            stack.append((depth, statement))
        end = ends.get(number)
        if end is not None:
            statement.last = end
            statement.body = "\n".join(lines[number + 1 : end])
        number = end + 1 if end is not None else body_end(lines, number, statement, style)
    return root.children


def marked_ends(lines):
    """Find texts that end with a line `EOF`: the index of the statement that opens each → that of its last line."""
    ends = {}
    for end, line in enumerate(lines):
        if line.strip() == "EOF":
            first = end
            while first > 0 and lines[first - 1].strip() not in ("", "!", "EOF"):
                first -= 1
            if first < end:
                ends[first] = end
    return ends


def place(text, stripped, stack, style, lead, number):
    """Make the statement of one line and find the one that holds it; no statement for a body line."""
    depth = len(text) - len(text.lstrip())
    if SECTION.match(stripped) and depth == 0 and style == "indented":
        depth, stripped = -0.5, stripped[1:-1]
    comment = stripped[0] in "!#" or stripped[:2] in ("//", "/*")
    if style == "indented" and not comment:
        while len(stack) > 1 and stack[-1][0] >= depth:
            stack.pop()
    elif style == "flat":
        del stack[1:]
    parent = stack[-1][1]
    if comment:
        return parent, Statement([stripped.lstrip("!#/* ").rstrip("*/ ")], number, comment=True), depth
    if parent.children is not None and HEX_BODY.match(stripped) and len(stack) > 1:
        return parent, None, depth
    tokens = tokenize(stripped)
    if style == "flat" and lead and tokens and tokens[0] == lead:
        tokens = tokens[1:]
    negated = len(tokens) > 1 and tokens[0] in NEGATIONS
    statement = Statement(tokens[1:] if negated else tokens, number, negated)
    statement.raw = stripped
    return parent, statement, depth


def body_end(lines, number, statement, style):
    """Return the line after the statement; text between two equal delimiters (a banner) belongs to it."""
    if style != "indented" or len(statement.tokens) < 2 or statement.comment:
        return number + 1
    mark = delimiter(statement.tokens)
    if not mark:
        return number + 1
    for end in range(number + 1, min(len(lines), number + 200)):
        if lines[end].strip() == mark or (len(mark) <= 2 and lines[end].rstrip().endswith(mark)):
            statement.tokens[-1] = statement.tokens[-1].replace(mark, "") or "text"
            statement.last = end
            statement.body = "\n".join(lines[number + 1 : end])
            return end + 1
    return number + 1


def delimiter(tokens):
    """Find the sign that opens a text over several lines: `^C`, one sign, or a word in capitals at the end."""
    last = tokens[-1]
    if re.match(r"\^[A-Z]", last) and last.count("^") == 1:
        return last[:2]
    if len(last) == 1 and not last.isalnum() and last not in "*?-+/|.,:":
        return last
    return ""


def convert(token):
    """Give a token the value it stands for: a number, the text within quotes, a list, or itself."""
    kind = shape(token)
    if kind == "integer" and (len(token) == 1 or token.lstrip("-")[0] != "0"):
        return int(token)
    if kind == "quoted":
        return token[1:-1]
    if kind == "list" and token[0] == "[":
        return [convert(part) for part in token[1:-1].split()]
    return token


def property_name(words):
    """Join words to a lower_snake_case name of at most LONGEST_NAME letters."""
    name = re.sub(r"[^a-z0-9]+", "_", " ".join(words).lower())[:LONGEST_NAME].strip("_")
    return "n" + name if name[:1].isdigit() else name or "value"


class Record:
    """An entity that grows while its statements are read."""

    def __init__(self, kind, key, first):
        self.kind = kind
        self.values = {} if key is None else {"key": convert(key)}
        self.lines = [] if first is None else [first]
        self.children = []
        self.merged = {}

    def add(self, name, value):
        """Set a property; a second, different value makes it a list."""
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
        found = self.merged.get((kind, key)) if merge else None
        if found is None:
            found = Record(kind, key, line)
            self.children.append(found)
            self.merged[(kind, key)] = found
        elif line not in found.lines:
            found.lines.append(line)
        return found

    def own(self, first, last):
        """Take lines as this record's own."""
        self.lines.extend(number for number in range(first, last + 1) if number not in self.lines[-4:])

    def export(self):
        """Give the record in the form that the sandbox returns."""
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
            comment = owner.child("Comment", None, statement.first, False)
            comment.values["text"] = statement.tokens[0]
            continue
        read_statement(statement, node, owner, prefix)


def read_statement(statement, node, owner, prefix):
    """Read one statement: keywords name what follows, variables become keys or properties."""
    if not known(statement.tokens, node):
        return
    names = list(prefix)
    used = []
    tokens = statement.tokens
    for index, token in enumerate(tokens):
        after = node.get("words", {}).get(token)
        if after is not None:
            names.append(token)
            node = after
            continue
        if node.get("text"):
            owner.own(statement.first, statement.first)
            value = convert(token) if len(tokens) == index + 1 else statement.rest(index)
            store(owner, variable_name(names, owner, "quoted", used, statement), value, used)
            names = []
            break
        node = node["slot"]
        if node.get("entity"):
            owner = enter(owner, node, token, statement, used)
            names = []
            if node.get("entry") and index + 1 < len(tokens):
                owner = owner.child(node["entry"], None, statement.first, False)
                statement.single = True
            continue
        owner.own(statement.first, statement.first)
        put(owner, names, token, used, statement)
        names = []
    finish(statement, node, owner, names, used, prefix)


def known(tokens, node):
    """True when the grammar has a place for every token; a statement that it does not know explains nothing."""
    for token in tokens:
        if node.get("text"):
            return True
        after = node.get("words", {}).get(token)
        node = node.get("slot") if after is None else after
        if node is None:
            return False
    return True


def enter(owner, node, token, statement, used):
    """Return the entity that a key opens; an entity without a key of its own takes the word as its first property."""
    if not node.get("keyless"):
        statement.single = bool(node.get("numbered"))
        return owner.child(node["entity"], token, statement.first, True)
    inner = owner.child(node["entity"], None, statement.first, False)
    statement.single = True
    store(
        inner,
        "action" if shape(token) == "word" else SORTS.get(shape(token), shape(token)),
        convert(token),
        used,
    )
    return inner


def variable_name(names, owner, kind, used, statement):
    """Name a variable by the keywords before it, else by what it looks like; `no` stays part of the name."""
    if names:
        return property_name(["no", *names] if statement.negated else names)
    sort = SORTS.get(kind, kind)
    if statement.single:
        return "action" if sort == "option" and "action" not in used else sort
    return property_name([used[-1], sort]) if used else sort


def put(owner, names, token, used, statement):
    """Store a variable; an address and the mask behind it also make a prefix."""
    kind = shape(token)
    name = variable_name(names, owner, kind, used, statement)
    before = used[-1] if used else "key"
    address = owner.values.get(before)
    if kind == "mask" and isinstance(address, str) and (not names or "mask" in names[-1]):
        try:
            network = str(ipaddress.IPv4Interface(address + "/" + token))
        except ValueError:
            pass
        else:
            owner.add("prefix" if before == "key" else before + "_prefix", network)
    store(owner, name, convert(token), used)


def store(owner, name, value, used):
    """Add a property; a name that this statement has used already gets a number."""
    unique, count = name, 2
    while unique in used:
        unique, count = name + "_" + str(count), count + 1
    owner.add(unique, value)
    used.append(unique)


def finish(statement, node, owner, names, used, prefix):
    """Own the line, store a closing flag, and go on inside the block."""
    owner.own(statement.first, statement.last)
    inside = bool(statement.children)
    if statement.body:
        owner.add(property_name([*names, "text"]), statement.body)
    elif names and (statement.negated or not inside) and len(names) > (0 if used else len(prefix)):
        joined = used and not statement.single
        owner.add(property_name([used[-1], *names] if joined else names), not statement.negated)
        names = []
    if inside:
        read_block(statement.children, node.get("block", {}), owner, names if not used else [])


def parse_lines(lines, grammar, style, lead):
    """Parse one configuration: a root record of type Configuration with everything inside it."""
    root = Record("Configuration", None, None)
    read_block(read_statements(lines, style, lead), grammar, root, [])
    return [root.export()] if root.lines or root.children else []
