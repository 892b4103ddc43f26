"""The parts that every generated parser of logs has; the tables above them are what was learned."""

MESSAGE_READER = r'''
NUMBERS = {
    "integer": lambda text: text if "." in text else int(text),
    "number": lambda text: float(text) if "." in text else int(text),
}
NUMERIC = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]+)?")
FLAGS = {"true": True, "false": False}


def table():
    """Sort the messages by their first and last words, so that few are tried on a line."""
    by_ends = {}
    for type_name, ends, pattern, fields in MESSAGES:
        names = [field.split(" ") for field in fields]
        by_ends.setdefault(ends, []).append((type_name, re.compile(pattern).fullmatch, names))
    return by_ends


TABLE = table()
BEGINNINGS = [re.compile(pattern).match for pattern in HEADERS]


def convert(text, kind):
    """Read a value by its kind; what does not fit stays as it is written."""
    if kind == "boolean":
        return FLAGS.get(text.lower(), text)
    return NUMBERS[kind](text) if kind in NUMBERS and NUMERIC.fullmatch(text) else text


def read_header(line):
    """Try the headers in their order, the fullest first."""
    for match in BEGINNINGS:
        found = match(line)
        if found:
            return found
    return None


def read_message(message, values):
    """Name the type of a message and add its fields to the values."""
    words = message.split()
    first, last = (words[0], words[-1]) if words else ("", "")
    for ends in ((first, last), (first, ""), ("", last), ("", "")):
        for type_name, fullmatch, names in TABLE.get(ends, ()):
            found = fullmatch(message)
            if found:
                for (name, kind), text in zip(names, found.groups()):
                    if text and text != "-":
                        values[name] = convert(text, kind)
                return type_name
    return OTHER


'''

TEXT_PARSER = r'''
DATE = r"[0-9]{2,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}[ T]"
STAMP = re.compile(r"\W{0,2}(?:" + DATE + r"|[A-Z][a-z]{2} +[0-9]{1,2} [0-9]{2}:)")


def begins_elsewhere(line):
    """A line with a time of its own belongs to no record before it."""
    return bool(STAMP.match(line))


PARAMETER = re.compile(r'([\w.@-]+)="((?:[^"\\]|\\.)*)"')
MOST_DETAILS = 20


def add_parameters(values, text):
    """Add the parameters of structured data; a name that the header has already stays its own."""
    for key, value in PARAMETER.findall(text):
        name = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).lower()).strip("_")
        name = "n" + name if name[:1].isdigit() else name or "value"
        values.setdefault(name, convert(value, HEADER_KINDS.get(name, "string")))


def add_details(values, line):
    """Keep the lines behind a record's first that are not indented: what was thrown, and its cause."""
    if not line[0].isspace() and len(values.get("details", ())) < MOST_DETAILS:
        values.setdefault("details", []).append(line.strip())


def parse(lines):
    """Read one record for each line with a header; the lines after it without one belong to it."""
    records = []
    for index, line in enumerate(lines):
        found = read_header(line)
        if found is None:
            if records and line.strip() and not begins_elsewhere(line):
                add_details(records[-1]["values"], line)
                ranges = records[-1]["lines"]
                if ranges[-1][1] == index - 1:
                    ranges[-1][1] = index
                else:
                    ranges.append([index, index])
            continue
        values = {}
        for name, text in found.groupdict().items():
            if text and text != "-":
                values[name] = convert(text, HEADER_KINDS.get(name, "string"))
        if "structured_data" in values:
            add_parameters(values, values["structured_data"])
        message = found["message"].rstrip()
        type_name = read_message(message, values)
        records.append({"type": type_name, "values": values, "lines": [[index, index]], "children": []})
    return records
'''

KEYED_PARSER = r'''

def read_values(line, values):
    """Give the values by their keys, after those of the header; nothing when the line has none."""
    found = read_header(line)
    rest = found["message"] if found else line
    pairs = read_pairs(rest)
    if not pairs:
        return False
    for name, text in (found.groupdict() if found else {}).items():
        if text and text != "-" and name != "message":
            values[name] = convert(text, HEADER_KINDS.get(name, "string"))
    stamp = TIME_IN_LINE.search(rest) if TIME_IN_LINE else None
    if stamp:
        values["timestamp_text"] = stamp.group()
    for key, value in pairs:
        name = NAMES.get(key) or plain_name(key)
        if value is not None and value != "" and value != []:
            values[name] = value if name != "timestamp_text" else str(value)
    if not MESSAGES:
        values.setdefault("message", rest.strip())
    return True


def plain_name(key):
    """Turn a key that was not in the sample into the name of a property."""
    name = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).lower()).strip("_")
    return "n" + name if name[:1].isdigit() else name or "value"


def parse(lines):
    """Read one record for each line with keys; the lines after it without any belong to it."""
    records = []
    for index, line in enumerate(lines):
        values = {}
        if not read_values(line, values):
            if records and line.strip() and line[0] in " \t":
                ranges = records[-1]["lines"]
                if ranges[-1][1] == index - 1:
                    ranges[-1][1] = index
                else:
                    ranges.append([index, index])
            continue
        type_name = TYPES_BY_VALUE.get(str(values.get(TYPE_FIELD, "")), OTHER)
        if MESSAGES:
            type_name = read_message(str(values.get("message", "")), values)
        records.append({"type": type_name, "values": values, "lines": [[index, index]], "children": []})
    return records
'''

JSON_READER = r'''

def read_pairs(text):
    """Read a JSON object; the keys of an object inside it follow its own key."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return flatten("", found) if isinstance(found, dict) else []


def flatten(before, found):
    """List the scalars, and the lists of scalars, with the keys that lead to them."""
    pairs = []
    for key, value in found.items():
        if isinstance(value, dict):
            pairs.extend(flatten(before + key + ".", value))
        elif isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
            pairs.extend(gather(before + key, value))
        else:
            pairs.append((before + key, value))
    return pairs


def gather(key, items):
    """List what the objects of a list hold: all values of one key together."""
    together = {}
    for item in items:
        inner = flatten(key + ".", item) if isinstance(item, dict) else [(key, item)]
        inner = gather(key, item) if isinstance(item, list) else inner
        for name, value in inner:
            values = value if isinstance(value, list) else [value]
            together.setdefault(name, []).extend(each for each in values if each is not None)
    return list(together.items())
'''

PAIRS_READER = r'''

def read_pairs(text):
    """Read key=value pairs, each value by the kind that it had in the sample."""
    pairs = []
    for found in PAIR.finditer(text):
        key, quoted, plain = found.groups()
        value = plain if quoted is None else quoted
        kind = KINDS.get(key, "string")
        pairs.append((key, convert(value, kind)))
    return pairs
'''

COLUMNS_READER = r'''

def read_pairs(text):
    """Read the columns by their names; a column that is left out has none."""
    parts = text.split(SEPARATOR)
    if text.startswith("#") or len(parts) != len(COLUMNS):
        return []
    named = zip(COLUMNS, parts)
    return [(key, convert(value, KINDS.get(key, "string"))) for key, value in named if value != "-"]
'''
