"""Reads log records by a header's pattern and templates with named places."""

import re

_PLACE = re.compile(r"<(\w+)(?::(text|int|float)|=([\w|.-]+))?>")
_KINDS = {"": r"(\S+?)", "text": r"(.+?)", "int": r"([-+]?\d+)", "float": r"([-+]?\d+(?:\.\d+)?)"}


def read_events(lines, header, events):
    """Return a record for every line that the header matches; lines that it does not match continue the one before."""
    pattern, table = re.compile(header), _Table(events)
    records = []
    for index, line in enumerate(lines):
        found = pattern.match(line)
        if not found:
            if records:
                records[-1]["lines"][0][1] = index
            continue
        message = line[found.end() :].strip()
        values = {
            name: _number(text) for name, text in found.groupdict().items() if text not in (None, "", "-")
        }
        kind, template, named = table.find(message)
        values.update(named, message=message, template=template)
        records.append({"type": kind, "values": values, "lines": [[index, index]]})
    return records


def _number(text):
    """Read a plain whole number; anything else stays text."""
    return (
        int(text) if text.isascii() and text.isdigit() and len(text) < 16 and str(int(text)) == text else text
    )


class _Event:
    """One kind of event: its pattern, and the places of its template as (name, kind)."""

    def __init__(self, kind, template):
        parts = _PLACE.split(template.strip())
        self.kind, self.texts = kind, parts[0::4]
        self.places = list(zip(parts[1::4], parts[2::4], strict=True))
        self.stay = parts[3::4]
        source = _constant(self.texts[0])
        for (_, each), words, text in zip(self.places, self.stay, self.texts[1:], strict=True):
            source += (f"({words})" if words else _KINDS[each or ""]) + _constant(text)
        self.pattern = re.compile(source)
        word = template.split(None, 1)[0]
        self.word = "" if "<" in word else word

    def template(self, groups):
        """Write the template of a message: words that stay are in it, other places are `<*>`."""
        written = self.texts[0]
        for words, text, after in zip(self.stay, groups, self.texts[1:], strict=True):
            written += (text if words else "<*>") + after
        return written

    def values(self, groups):
        """Name the texts of the places; a name that stands twice holds a list."""
        values = {}
        for (name, kind), text in zip(self.places, groups, strict=True):
            value = int(text) if kind == "int" else float(text) if kind == "float" else text
            if name in values:
                known = values[name]
                value = [*known, value] if isinstance(known, list) else [known, value]
            values[name] = value
        return values


class _Table:
    """Finds the event of a message; those whose first word is constant are looked up by it."""

    def __init__(self, events):
        self._events = [_Event(kind, template) for kind, template in events]
        self._by_word = {}

    def find(self, message):
        word = message.split(None, 1)[0] if message.strip() else ""
        events = self._by_word.get(word)
        if events is None:
            events = [each for each in self._events if each.word in ("", word)]
            if len(self._by_word) < 10_000:
                self._by_word[word] = events
        for event in events:
            found = event.pattern.fullmatch(message)
            if found:
                return event.kind, event.template(found.groups()), event.values(found.groups())
        return "OtherEvent", re.sub(r"(?<!\S)[^\s\d]*+\d\S*+", "<*>", message), {}


def _constant(text):
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", text))
