"""The code that every generated log parser contains, below the learned tables."""

MESSAGE_READER = r'''
NUMBERS = {
    "integer": lambda text: text if "." in text else int(text),
    "number": lambda text: float(text) if "." in text else int(text),
}
NUMERIC = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]+)?")
FLAGS = {"true": True, "false": False}
CONVERTED = {*NUMBERS, "boolean"}
LONGEST = 1500
# Characters of a header, and of a message that a template is tried on; a value that reaches the end is taken whole.


def table():
    """Sort the messages by their first and last words, so that few are tried on a line."""
    by_ends = {}
    for type_name, ends, pattern, fields in MESSAGES:
        names = [(name, kind if kind in CONVERTED else "") for name, kind in (field.split(" ") for field in fields)]
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
        found = match(line, 0, LONGEST)
        if found:
            return found
    return None


def read_message(message, values):
    """Name the type of a message and add its fields to the values."""
    first, last = "".join(message.split(None, 1)[:1]), "".join(message.rsplit(None, 1)[-1:])
    long = len(message) >= LONGEST
    for ends in ((first, last), (first, ""), ("", last), ("", "")):
        for type_name, fullmatch, names in TABLE.get(ends, ()):
            found = fullmatch(message, 0, LONGEST)
            if found:
                for number, (name, kind) in enumerate(names, 1):
                    text = found[number]
                    if long and found.end(number) == LONGEST:
                        text = message[found.start(number):]
                    if text and text != "-":
                        values[name] = convert(text, kind) if kind else text
                return type_name
    return OTHER


'''

TEXT_PARSER = r'''
DATE = r"[0-9]{2,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}[ T]"
STAMP = re.compile(r"\W{0,2}(?:" + DATE + r"|[A-Z][a-z]{2} +[0-9]{1,2} [0-9]{2}:)")
TRACE = re.compile(r"(?:at |Caused by|\.\.\. |[\])}]|[\w.$]+(?:Exception|Error)\b)")
SUB_NAME = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
NO_NAME = re.compile(r"[^a-z0-9]+")
PARAMETER = re.compile(r'([\w.@-]+)[=:]"((?:[^"\\]|\\.)*)"')
MOST_DETAILS = 20
BODY_CHARACTERS = 400
BEGINNING = 160


def begins_record(line):
    """A line with a time or with keys of its own belongs to no record before it."""
    if STAMP.match(line) or begins_body(line):
        return True
    return bool(OWN_TIME and OWN_TIME.search(line, 0, BEGINNING) and not TRACE.match(line))


def names_columns(line):
    """A row that only names the columns is no record."""
    return line.startswith(COLUMNS[0]) and split_columns(line, SEPARATOR) == list(COLUMNS)


def plain_name(key):
    """Turn a key that was not in the sample into the name of a property."""
    name = NO_NAME.sub("_", SUB_NAME.sub("_", key).lower()).strip("_")
    return "n" + name if name[:1].isdigit() else name or "value"


def add_parameters(values, text):
    """Add the parameters of structured data; a name that the header has already stays its own."""
    for key, value in PARAMETER.findall(text):
        name = plain_name(key)
        values.setdefault(name, convert(value, HEADER_KINDS.get(name, "string")))


def add_details(values, line):
    """Keep the lines behind a record's first that are not indented: what was thrown, and its cause."""
    if not line[0].isspace() and len(values.get("details", ())) < MOST_DETAILS:
        values.setdefault("details", []).append(line.strip())


def add_keyed(values, pairs):
    """Add the values that have keys; gives what they say is the message."""
    for key, value in pairs:
        name = NAMES.get(key) or plain_name(key)
        if name == "timestamp_text" and not CLOCK.search(str(value)):
            name = plain_name(key)
        if isinstance(value, str):
            value = value if name == "timestamp_text" or value == "-" else convert(value, KINDS.get(key, "string"))
        if value is not None and value != "" and value != [] and value != "-":
            if name == "timestamp_text":
                value = str(value)
                if name in values:
                    values["received_text"] = values[name]
            values[name] = value
    return values.get("message", "")


def add_time(values, message):
    """Take the time from the message where the header has none, or none with a year."""
    known = values.get("timestamp_text")
    if known is None or (known[:1].isalpha() and not YEAR.search(known)):
        found = TIME_INSIDE.search(message, 0, BODY_CHARACTERS)
        if found:
            if known is not None:
                values["received_text"] = known
            values["timestamp_text"] = found.group()


def add_other_time(values):
    """Take another key's time where the usual one is missing."""
    written = next((values[name] for name in TIMES if name in values), None)
    if written is not None:
        values["timestamp_text"] = str(written)


KNOWN_PARTS = {}
# The parts of values that were met in this text; a log repeats its values.


def add_parts(values, name):
    """Add the parts of a value that has several, `10.0.0.1:80` or `user@host`, beside the whole."""
    value = values[name]
    if isinstance(value, str):
        parts = KNOWN_PARTS.get((name, value))
        if parts is None:
            parts = [(part, convert(text, "integer")) for part, text in parts_of(name, value)]
            KNOWN_PARTS[name, value] = parts
        for part, found in parts:
            values.setdefault(part, found)


CLOCK = re.compile(r"[0-9]:[0-9]{2}|[0-9]{9}|[0-9]T[0-9]")
YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def parse(lines):
    """Read one record for each line with a header; the lines after it without one belong to it."""
    records = []
    for index, line in enumerate(lines):
        found = None if line[:1].isspace() and records else read_header(line)
        if COLUMNS and (line[:1] == "#" or names_columns(line)):
            continue
        if found is None:
            if records and line.strip() and not begins_record(line):
                add_details(records[-1]["values"], line)
                ranges = records[-1]["lines"]
                if ranges[-1][1] == index - 1:
                    ranges[-1][1] = index
                else:
                    ranges.append([index, index])
                continue
            found = None if line[:1] == "#" else ANYTHING.match(line)
            if found is None:
                continue
        values = {name: text for name, text in found.groupdict().items() if text and text != "-"}
        for name, kind in HEADER_KINDS.items():
            if name in values:
                values[name] = convert(values[name], kind)
        if "structured_data" in values:
            add_parameters(values, values["structured_data"])
        if found.end("message") < len(line):
            values["message"] = line[found.start("message"):]
        message = line[found.start("message"):].rstrip()
        pairs = read_body(message, COLUMNS, SEPARATOR, STYLES) if KEYED else ()
        if pairs:
            values.pop("message", None)
            said = add_keyed(values, pairs)
            type_name = TYPES_BY_VALUE.get(str(values.get(TYPE_FIELD, "")), OTHER)
            if said and isinstance(said, str):
                type_name = read_message(said, values)
            values.setdefault("message", message)
        else:
            type_name = read_message(message, values)
        if TIME_INSIDE:
            add_time(values, message)
        if TIMES and "timestamp_text" not in values:
            add_other_time(values)
        if PARTED:
            for name in PARTED.intersection(values):
                add_parts(values, name)
        records.append({"type": type_name, "values": values, "lines": [[index, index]]})
    return records
'''
