"""Attacks on the protocol and on the records: nothing that breaks the contract may arrive."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

_FORGED = r"""'[{"type": "forged", "values": {}, "lines": [[0, 0]], "children": []}]'"""

ATTACKS: dict[str, Attack] = {
    "a reply written to every descriptor": Attack(
        f"""
import os, struct
def parse(lines):
    body = {_FORGED}.encode()
    for descriptor in (1, 2, 3, 4, 5):
        try:
            os.write(descriptor, struct.pack('<cII', b'R', 0, len(body)) + body)
        except OSError:
            pass
    return [record({{}})]
""",
        forged=True,
    ),
    "a reply of 4 GiB announced": Attack("""
import os, struct
def parse(lines):
    os.write(3, struct.pack('<cII', b'R', 0, 0xFFFFFFF0))
    return []
"""),
    "a reply to another request": Attack(
        f"""
import os, struct
def parse(lines):
    body = {_FORGED}.encode()
    os.write(3, struct.pack('<cII', b'R', 77, len(body)) + body)
    return []
""",
        forged=True,
    ),
    "the encoder replaced": Attack("""
import json, re
def parse(lines):
    json.dumps = lambda *a, **k: 'garbage'
    json.JSONEncoder.encode = lambda s, o: '[1,2,{"__class__":3}]'
    re.match = lambda *a: None
    return [1]
"""),
    "a dict that lies about its items": Attack("""
class Lying(dict):
    def items(self): return [(object(), object())]
    def __iter__(self): return iter([1])
    def __len__(self): return 10**9
    def __repr__(self): raise SystemExit
    __class__ = property(lambda self: list)
def parse(lines):
    return [Lying(record({}))]
"""),
    "a text that raises": Attack("""
class Raising(str):
    def __str__(self): raise SystemExit
    def __hash__(self): return 1
    def __eq__(self, other): raise SystemExit
def parse(lines):
    return [record({Raising('k'): Raising('v')})]
"""),
    "an exception that raises": Attack("""
class Raising(Exception):
    def __str__(self): raise SystemExit
    def __repr__(self): raise SystemExit
    __traceback__ = 5
def parse(lines):
    raise Raising()
"""),
    "nesting of 100000": Attack("""
def parse(lines):
    x = []
    for _ in range(100000): x = [x]
    return [record({'a': x})]
"""),
    "half a million brackets on the pipe": Attack("""
import os, struct, sys
def parse(lines):
    frame = sys._getframe(1)
    body = b'[' * 500000
    os.write(3, struct.pack('<cII', b'R', frame.f_locals['request'].id, len(body)) + body)
    return []
"""),
    "children 40 deep": Attack("""
def parse(lines):
    x = record({})
    for _ in range(40): x = dict(record({}), children=[x])
    return [x]
"""),
    "a record in itself": Attack("""
def parse(lines):
    x = record({})
    x['children'] = [x]
    return [x]
"""),
    "NUL and half characters": Attack(r"""
def parse(lines):
    return [record({'a': '\ud800x\x00y', 'k\x00': '\udfff'})]
"""),
    "NaN and infinity": Attack("""
def parse(lines):
    return [record({'a': float('nan'), 'b': float('inf'), 'c': 1e400})]
"""),
    "a number of 5000 digits": Attack("""
def parse(lines):
    return [record({'a': 10**5000})]
"""),
    "a number over 64 bits": Attack("""
def parse(lines):
    return [record({'a': 2**70})]
"""),
    "names that are no text": Attack("""
def parse(lines):
    return [record({1: 2, None: 3, (1, 2): 4})]
"""),
    "text for a list": Attack("""
def parse(lines):
    return 'abc'
"""),
    "None for a list": Attack("""
def parse(lines):
    return None
"""),
    "items that are no records": Attack("""
def parse(lines):
    return [1, 'a', None]
"""),
    "bytes for text": Attack("""
def parse(lines):
    return [record({'a': b'x'})]
"""),
    "lines of others": Attack("""
def parse(lines):
    return [dict(record({}), lines=[[-1, 10**9]])]
"""),
    "a reply printed to the output": Attack(
        f"""
def parse(lines):
    body = {_FORGED}
    print('R' + chr(0) * 8 + body, flush=True)
    print(body)
    return [record({{}})]
""",
        forged=True,
    ),
    "a list that lies about its length": Attack("""
class Lying(list):
    def __len__(self): return 1
    def __iter__(self): return iter([{"type": "forged"}])
    def __eq__(self, other): return True
def parse(lines):
    return Lying([record({}), record({"a": Lying([1, [2]])})])
"""),
    "an iterator that grows": Attack("""
def parse(lines):
    records = [record({})]
    for each in records:
        records.append(dict(each, type="forged"))
        if len(records) > 10**5: return iter(records)
"""),
    "a type with breaks and colours": Attack(r"""
def parse(lines):
    return [dict(record({}), type="a`\x1b[31m\n) DELETE n //")]
"""),
    "a type of ten thousand characters": Attack("""
def parse(lines):
    return [dict(record({}), type="x" * 10000)]
"""),
    "a name with a break": Attack(r"""
def parse(lines):
    return [record({"a\nb": 1, "c\u2028d": 2})]
"""),
    "truth for line numbers": Attack("""
def parse(lines):
    return [dict(record({}), type="forged", lines=[[False, True]])]
"""),
    "fractions for line numbers": Attack("""
def parse(lines):
    return [dict(record({}), type="forged", lines=[[0.0, 1.0]])]
"""),
    "lines from last to first": Attack("""
def parse(lines):
    return [dict(record({}), type="forged", lines=[[1, 0]])]
"""),
    "a thousand ranges of one line": Attack("""
def parse(lines):
    return [dict(record({}), type="forged", lines=[[0, 0]] * 1000)]
"""),
    "values in values": Attack("""
def parse(lines):
    return [dict(record({"a": {"b": 1}, "c": [[1]], "d": None}), type="forged")]
"""),
    "fields of its own": Attack("""
def parse(lines):
    return [dict(record({}), type="forged", id=1, _path="x")]
"""),
    "a number that is a number's child": Attack("""
class Number(int):
    def __repr__(self): return '[{"type": "forged"}]'
    def __str__(self): return '[{"type": "forged"}]'
def parse(lines):
    return [record({"a": Number(5), "b": Number(2**80)})]
"""),
    "printed traces of a place that is not": Attack("""
def parse(lines):
    print('  File "<parser>", line 9999999 in forged\\n' * 1000)
    return "no list"
"""),
}
