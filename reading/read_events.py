"""Reads log records by a header's pattern and templates with named places."""

import re

from reading.values import plain_number, without_groups

PLACE = re.compile(r"<(\w+)(?:([:=])((?:[^<>\\]|\\.)+))?>")
SWITCHES = ("true", "false")
_KINDS = {"": r"(\S+?)", "text": r"(.+?)", "int": r"([-+]?\d+)", "float": r"([-+]?\d+(?:\.\d+)?)"}


def read_events(lines, header, events):
    """Return a record for every line that a header matches; lines that none matches continue the one before.

    `header` is a pattern, or a list of patterns of which the first that matches counts.
    """
    patterns = [re.compile(each) for each in ([header] if isinstance(header, str) else header)]
    table = _Table(events)
    records = []
    for index, line in enumerate(lines):
        found = next((match for match in (each.match(line) for each in patterns) if match), None)
        if not found:
            if records:
                records[-1]["lines"][0][1] = index
            continue
        message = line[found.end() :].strip()
        values = {
            name: plain_number(text)
            for name, text in found.groupdict().items()
            if text not in (None, "", "-")
        }
        kind, template, named = table.find(message)
        values.update(named, message=message, template=template)
        records.append({"type": kind, "values": values, "lines": [[index, index]]})
    return records


class _Event:
    """One kind of event: its pattern, and the places of its template as (name, kind)."""

    def __init__(self, kind, template):
        parts = PLACE.split(template.strip())
        self.kind, self.texts = kind, parts[0::4]
        self.places = list(zip(parts[1::4], parts[3::4], strict=True))
        self.stay = [sign == "=" for sign in parts[2::4]]
        self.begin = [
            _literal(each) if sign == ":" and each not in _KINDS else ""
            for sign, each in zip(parts[2::4], parts[3::4], strict=True)
        ]
        source = _constant(self.texts[0])
        for (_, each), stays, text in zip(self.places, self.stay, self.texts[1:], strict=True):
            known = "" if stays else _KINDS.get(each or "", "")
            source += (known or f"({without_groups(each)})") + _constant(text)
        self.pattern = re.compile(source)
        word = template.split(None, 1)[0]
        self.word = "" if "<" in word else word

    def template(self, groups):
        """Write the template of a message: words that stay are in it, other places are `<*>`.

        So are true and false, which tell two states apart, and the literal beginning of a place's own pattern:
        `<node:node-\\d+>` is `node-<*>`.
        """
        written = self.texts[0]
        for stays, begin, text, after in zip(self.stay, self.begin, groups, self.texts[1:], strict=True):
            written += (text if stays or text in SWITCHES else f"{begin}<*>") + after
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


def _literal(pattern):
    """Return the word that a pattern begins with, whatever else it matches."""
    text = re.match(r"(?:[A-Za-z](?![*+?{])(?:[\w/-](?![*+?{])|\\[^\w\s])*)?", pattern)[0]
    return "" if "|" in pattern else re.sub(r"\\(.)", r"\1", text)


def _constant(text):
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", text))
