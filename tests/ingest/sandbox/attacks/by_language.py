"""Ways out through the language itself, each to a file that may not be read or made."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

_OPEN_IN_ITALICS = "".join(chr(0x1D622 + ord(letter) - ord("a")) for letter in "open")
"""The interpreter reads it as `open`."""

ATTACKS: dict[str, Attack] = {
    "builtins import": Attack(
        """
def parse(lines):
    return found(__import__('io').open('@CANARY@/secret.txt').read())
""",
        secret=True,
    ),
    "importlib": Attack(
        """
import importlib
def parse(lines):
    return found(importlib.import_module('io').open('@CANARY@/secret.txt').read())
""",
        secret=True,
    ),
    "json codecs open": Attack(
        """
import json
def parse(lines):
    return found(json.codecs.open('@CANARY@/secret.txt').read())
""",
        secret=True,
    ),
    "from json import codecs": Attack(
        """
from json import codecs as c
def parse(lines):
    return found(c.open('@CANARY@/secret.txt').read())
""",
        secret=True,
    ),
    "re enum sys modules": Attack(
        """
import re
def parse(lines):
    re.enum.sys.modules['os'].system('touch @CANARY@/drop/reenum')
    return []
""",
        made="reenum",
    ),
    "subclasses walk": Attack(
        """
def parse(lines):
    for c in ().__class__.__base__.__subclasses__():
        if c.__name__=='_wrap_close':
            c.__init__.__globals__['system']('touch @CANARY@/drop/subcl')
    return []
""",
        made="subcl",
    ),
    "getattr concat": Attack(
        """
def parse(lines):
    g=getattr(getattr(getattr((),'__cla'+'ss__'),'__ba'+'se__'),'__subcl'+'asses__')()
    for c in g:
        if getattr(c,'__na'+'me__')=='FileLoader':
            return found(c('x','y').get_data('@CANARY@/secret.txt').decode())
    return []
""",
        secret=True,
    ),
    "format string globals": Attack(
        """
def parse(lines):
    return found('{0.__globals__}'.format(parse))
""",
        secret=True,
    ),
    "match class attr": Attack(
        """
def parse(lines):
    match ():
        case object(__class__=c):
            match c:
                case object(__base__=b):
                    for k in b.__subclasses__():
                        if 'FileLoader' in str(k):
                            return found(k('x','y').get_data('@CANARY@/secret.txt').decode())
    return []
""",
        secret=True,
    ),
    "gen frame walk": Attack(
        """
def parse(lines):
    def g():
        yield g2.gi_frame.f_back
    g2=g()
    f=[x for x in g2][0]
    while f is not None:
        b=f.f_builtins
        if 'open' in b:
            return found(b['open']('@CANARY@/secret.txt').read())
        f=f.f_back
    return []
""",
        secret=True,
    ),
    "traceback frame walk": Attack(
        """
def parse(lines):
    try:
        1/0
    except Exception as e:
        f=e.__traceback__.tb_frame
        while f is not None:
            if 'open' in f.f_builtins:
                return found(f.f_builtins['open']('@CANARY@/secret.txt').read())
            f=f.f_back
    return []
""",
        secret=True,
    ),
    "decorator exec": Attack(
        """
def parse(lines):
    return []
@exec
@"__import__('os').system('touch @CANARY@/drop/deco')#{0}".format
def f(): pass
""",
        made="deco",
    ),
    "eval builtin": Attack(
        """
def parse(lines):
    return found(eval("open('@CANARY@/secret.txt').read()"))
""",
        secret=True,
    ),
    "default arg eval": Attack(
        """
def parse(lines, x=open('@CANARY@/secret.txt').read()):
    return found(x)
""",
        secret=True,
    ),
    "annotation eval": Attack(
        """
Z=[]
def parse(lines: Z.append(open('@CANARY@/secret.txt').read())):
    return found(Z[0])
""",
        secret=True,
    ),
    "typing get type hints": Attack(
        """
import typing
def parse(lines):
    def f(x: "Z.append(open('@CANARY@/secret.txt').read())"): pass
    Z=[]
    typing.get_type_hints(f,{'Z':Z,'open':open})
    return found(Z[0])
""",
        secret=True,
    ),
    "pickle": Attack(
        r"""
import pickle
def parse(lines):
    pickle.loads(b"cos\nsystem\n(S'touch @CANARY@/drop/pickle'\ntR.")
    return []
""",
        made="pickle",
    ),
    "unicode ident": Attack(
        f"""
def parse(lines):
    return found({_OPEN_IN_ITALICS}('@CANARY@/secret.txt').read())
""",
        secret=True,
    ),
    "globals walk": Attack(
        """
def parse(lines):
    b=globals()['__builtins__']
    o=b['open'] if isinstance(b,dict) else b.open
    return found(o('@CANARY@/secret.txt').read())
""",
        secret=True,
    ),
}
