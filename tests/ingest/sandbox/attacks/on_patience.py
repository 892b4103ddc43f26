"""Attacks on time and memory through what is built in: loops in C, sizes in formats, comparisons without end."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

ATTACKS: dict[str, Attack] = {
    "a sum without end": Attack("""
from itertools import repeat
def parse(lines):
    return sum(repeat(1))
"""),
    "a search without end": Attack("""
from itertools import count
def parse(lines):
    return -1 in count()
"""),
    "a queue that keeps nothing": Attack("""
from collections import deque
from itertools import count
def parse(lines):
    return deque(count(), maxlen=0)
"""),
    "a width of ten billion": Attack("""
def parse(lines):
    return [record({'a': f'{1:{10**10}}'})]
"""),
    "zeros of a hundred billion": Attack("""
def parse(lines):
    return [record({'a': '1'.zfill(10**11)})]
"""),
    "tabs of a billion": Attack("""
def parse(lines):
    return [record({'a': ('\\t' * 1000).expandtabs(10**9)})]
"""),
    "every address there is": Attack("""
from ipaddress import ip_network
def parse(lines):
    return list(ip_network('::/0'))
"""),
    "every combination there is": Attack("""
from itertools import product
def parse(lines):
    return list(product(range(1000), repeat=1000))
"""),
    "repetitions of repetitions": Attack("""
import re
def parse(lines):
    re.compile('(?:' * 5 + 'x' + '{1,60000})' * 5).match('x' * 5000 + 'y')
    return re.match('(x*)*(x*)*(x*)*y', 'x' * 5000)
"""),
    "a comparison without end": Attack("""
class Slow:
    def __lt__(self, other):
        while True: pass
def parse(lines):
    return sorted([Slow(), Slow()])
"""),
    "a return that swallows the limit": Attack("""
def once():
    try:
        while True: pass
    finally:
        return 1
def parse(lines):
    while True: once()
"""),
    "a generator that swallows its end": Attack("""
def stubborn():
    while True:
        try:
            while True: yield 1
        finally:
            continue
def parse(lines):
    for each in stubborn(): pass
"""),
    "a record whose values never come": Attack("""
class Late(dict):
    def get(self, name, default=None):
        while True: pass
def parse(lines):
    return [Late(record({}))]
"""),
    "an exception whose text never comes": Attack("""
class Late(Exception):
    def __str__(self):
        while True: pass
def parse(lines):
    raise Late()
"""),
    "a chain of a million partials": Attack("""
from functools import partial
def parse(lines):
    chain = []
    for _ in range(10**6): chain = partial(max, key=[chain])
    return chain
"""),
    "cache without bounds": Attack("""
from functools import cache
from itertools import count
@cache
def keep(number): return str(number) * 1000
def parse(lines):
    for number in count(): keep(number)
"""),
    "generators in each other": Attack("""
def parse(lines):
    chain = iter([1])
    for _ in range(10**5): chain = map(abs, chain)
    return list(chain) + [object()]
"""),
    "a million exceptions in a chain": Attack("""
def parse(lines):
    error = None
    while True:
        try:
            raise ValueError('x' * 1000) from error
        except ValueError as caught:
            error = caught
"""),
}
