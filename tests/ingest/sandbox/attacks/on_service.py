"""Attacks on availability: each must end in an error, in time, and leave the parent as it was."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

ATTACKS: dict[str, Attack] = {
    "infinite loop": Attack("""
def parse(lines):
    while True: pass
"""),
    "loop swallow all": Attack("""
def parse(lines):
    while True:
        try:
            while True: pass
        except BaseException:
            pass
"""),
    "redos": Attack("""
import re
def parse(lines):
    re.match(r'(a+)+$','a'*40+'b')
    return []
"""),
    "redos swallow": Attack("""
import re
def parse(lines):
    while True:
        try:
            re.match(r'(a+)+$','a'*40+'b')
        except BaseException: pass
"""),
    "bigpow uninterruptible": Attack("""
def parse(lines):
    x=10**(10**8)
    return []
"""),
    "mem list": Attack("""
def parse(lines):
    x=[]
    while True: x.append('a'*1000000)
"""),
    "mem str": Attack("""
def parse(lines):
    x='a'*(10**11)
    return []
"""),
    "mem regex sub": Attack("""
import re
def parse(lines):
    s='a'*1000
    for _ in range(20): s=re.sub('a','aaaaaaaaaa',s)
    return []
"""),
    "recursion": Attack("""
def parse(lines):
    def f(n): return f(n+1)
    return f(0)
"""),
    "recursion c stack": Attack("""
import sys
def parse(lines):
    sys.setrecursionlimit(10**8)
    def f(n): return f(n+1)+1
    return f(0)
"""),
    "sleep forever": Attack("""
import time
def parse(lines):
    time.sleep(10**6)
    return []
"""),
    "huge output": Attack("""
def parse(lines):
    return [{'a':'x'*1000} for _ in range(200000)]
"""),
    "record flood": Attack("""
def parse(lines):
    return [{} for _ in range(3000000)]
"""),
    "infinite generator": Attack("""
def parse(lines):
    while True:
        yield {'a':1}
"""),
    "print flood": Attack("""
def parse(lines):
    while True: print('x'*100000)
"""),
    "ignore signals loop": Attack("""
import signal
def parse(lines):
    for s in (signal.SIGTERM,signal.SIGUSR1,signal.SIGUSR2,signal.SIGALRM): signal.signal(s,signal.SIG_IGN)
    while True: pass
"""),
    "os exit 0": Attack("""
import os
def parse(lines):
    os._exit(0)
"""),
    "sys exit": Attack("""
import sys
def parse(lines):
    sys.exit(0)
"""),
    "segfault": Attack("""
import ctypes
def parse(lines):
    ctypes.string_at(0)
    return []
"""),
}
