"""Ways through Python's object model and its scopes; only the facades and the allow-list stop them."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

_CLASS_IN_WIDE_LINES = "\uff3f\uff3fclass\uff3f\uff3f"
"""The interpreter reads it as `__class__`."""

ATTACKS: dict[str, Attack] = {
    "type hint evaluated": Attack(
        """
from typing import Union
OUT = []
class Own:
    def _evaluate(self): return 0
def parse(lines):
    hint = Union["(OUT.append(open('@CANARY@/secret.txt').read()), int)[1]"]
    try:
        hint._evaluate({'OUT': OUT}, {}, recursive_guard=frozenset())
    except TypeError:
        hint._evaluate({'OUT': OUT}, {}, frozenset())
    return found(OUT[0])
""",
        secret=True,
    ),
    "type hint that looks inside": Attack("""
from typing import Union
OUT = []
class Own:
    def _evaluate(self): return 0
def parse(lines):
    hint = Union["(OUT.append(str(__import__('sys').modules)), int)[1]"]
    try:
        hint._evaluate({'OUT': OUT}, {}, recursive_guard=frozenset())
    except TypeError:
        hint._evaluate({'OUT': OUT}, {}, frozenset())
    return found(OUT[0][:100])
"""),
    "main block made to run": Attack("""
def rename():
    global __name__
    match '__main__':
        case __name__:
            pass
RENAMED = rename()
SEEN = []
if __name__ == "__main__":
    SEEN.append(().__class__.__base__.__subclasses__())
def parse(lines):
    return found(SEEN[0][:3])
"""),
    "main block behind an exception's name": Attack("""
class Same(ValueError):
    def __eq__(self, other): return True
def check():
    global __name__
    try:
        raise Same()
    except Same as __name__:
        return here()
def here():
    return found(__name__)
if __name__ == "__main__":
    pass
def parse(lines):
    return check()
"""),
    "builtins replaced by the rest of a mapping": Attack("""
SEEN = []
def keep(name, globals, locals, fromlist, level):
    SEEN.append(globals)
def parse(lines):
    global __builtins__
    match {'a': 1, '__import__': keep}:
        case {'a': 1, **__builtins__}:
            pass
    def look():
        import re
    look()
    return [{"type": "found", "lines": [[0, 0]], "values": {"what": f'{SEEN[0]}'[:80]}}]
"""),
    "builtins replaced by a star in a pattern": Attack("""
def parse(lines):
    global __builtins__
    match [1, 2]:
        case [1, *__builtins__]:
            return found(__builtins__)
"""),
    "import bound as builtins": Attack("""
import json as __builtins__
def parse(lines):
    return [{"type": "found", "lines": [[0, 0]]}]
"""),
    "name bound by an import": Attack("""
from string import digits as __spec__
def parse(lines):
    return found(1)
"""),
    "walrus on builtins": Attack("""
def parse(lines):
    if (__builtins__ := {}) == {}:
        return found(1)
"""),
    "comprehension over builtins": Attack("""
def parse(lines):
    return found([name for name in __builtins__][:5])
"""),
    "attribute in an f-string that shows itself": Attack("""
def parse(lines):
    return found(f'{parse.__globals__=}'[:80])
"""),
    "attribute in the width of an f-string": Attack("""
def parse(lines):
    return found(f'{1:{lines.__len__()}}')
"""),
    "attribute in the width of a format": Attack("""
def parse(lines):
    return found('{0:>{1.__class__.__name__}}'.format(1, lines) if 0 else '{0!r:{1.__doc__[0]}<9}'.format(1, lines))
"""),
    "format of joined literals": Attack("""
def parse(lines):
    return found(('{0.__cla' 'ss__}').format(lines))
"""),
    "format as a sort key": Attack("""
def parse(lines):
    return found(sorted(['{0.__class__}'], key=str.format)[0] and list(map(str.format, ['{0.__class__}'], [1])))
"""),
    "format bound before its call": Attack("""
def parse(lines):
    show = '{0.__class__}'.format
    return found(show(lines))
"""),
    "format of an own class": Attack("""
class Text(str):
    format = str.format
def parse(lines):
    return found(Text('{0.__class__}').format(lines))
"""),
    "attribute in wide lines": Attack(f"""
def parse(lines):
    return found(lines.{_CLASS_IN_WIDE_LINES})
"""),
    "frame behind an own attribute of that name": Attack("""
class Own:
    def __init__(self):
        self.gi_frame = self.f_back = self.f_builtins = 1
def parse(lines):
    own = Own()
    def walk():
        yield walker.gi_frame.f_back
    walker = walk()
    return found(list(walker)[0].f_builtins)
"""),
    "traceback thrown into a generator": Attack("""
def parse(lines):
    def catch():
        try:
            yield 1
        except ValueError as error:
            yield error.with_traceback(error.__traceback__).__traceback__.tb_frame
    catcher = catch()
    next(catcher)
    return found(catcher.throw(ValueError('x')))
"""),
    "globals behind an own attribute of that name": Attack("""
import json
class Own:
    def take(self):
        self.__globals__ = 1
def parse(lines):
    return found(str(json.loads.__globals__)[:80])
"""),
    "globals of a partial's function": Attack("""
import csv
from functools import partial
class Own:
    func = 1
def parse(lines):
    return found(partial(csv.DictReader.fieldnames.fget).func.__globals__)
"""),
    "what a cache wraps": Attack("""
from functools import lru_cache
@lru_cache
def one(): return 1
def parse(lines):
    return found(one.__wrapped__.__globals__)
"""),
    "name that a descriptor is told": Attack("""
class Told:
    def __set_name__(self, owner, name): self.owner = owner
class Holder:
    told = Told()
def parse(lines):
    return found(Holder.told.owner.__mro__)
"""),
    "class of a class": Attack("""
class Meta(object):
    def __prepare__(name, bases): return {}
class Made(metaclass=Meta.__class__): pass
def parse(lines):
    return found(Made.__class__)
"""),
    "class built by hand": Attack("""
def parse(lines):
    return found(__build_class__(lambda: None, 'X').__mro__)
"""),
    "class subscript": Attack("""
class Own:
    def __class_getitem__(cls, item): return cls.__mro__
def parse(lines):
    return found(Own[0])
"""),
    "attributes answered by the class": Attack("""
class Own:
    def __getattr__(self, name): return name
    def __getattribute__(self, name): return name
    x = 1
def parse(lines):
    return found(Own().x)
"""),
    "attribute through super": Attack("""
class Own(dict):
    def look(self): return super().__getattribute__('__class__').__mro__
def parse(lines):
    return found(Own().look())
"""),
    "attribute through object": Attack("""
import json
def parse(lines):
    return found(object.__getattribute__(json, '__dict__'))
"""),
    "annotations read back": Attack("""
def hinted(x: "().__class__"): pass
def parse(lines):
    return found(hinted.__annotations__)
"""),
    "operator that hands over the other's class": Attack("""
class Key:
    def __init__(self, value): self.value = value
    def __lt__(self, other): raise IndexError(other.__class__.__mro__)
def parse(lines):
    try:
        return sorted([2, 1], key=Key)
    except IndexError as error:
        return found(error.args)
"""),
    "operators of a module": Attack("""
from operator import methodcaller
def parse(lines):
    return found(methodcaller('__class__')(lines))
"""),
    "everything of a module": Attack("""
from operator import *
def parse(lines):
    return found(attrgetter('__class__')(lines))
"""),
    "frame of a coroutine": Attack("""
async def wait(): pass
def parse(lines):
    return found(wait().cr_frame)
"""),
    "context manager told of an exception": Attack("""
class Manager:
    def __enter__(self): return self
    def __exit__(self, kind, error, traceback): self.frame = traceback.tb_frame; return True
def parse(lines):
    with Manager() as manager:
        1 / 0
    return found(manager.frame)
"""),
    "exception groups": Attack("""
def parse(lines):
    try:
        int('x')
    except* ValueError as group:
        return found(group.exceptions[0].__traceback__)
"""),
    "missing attribute's owner": Attack("""
import json
class Own:
    obj = 1
def parse(lines):
    try:
        json.codecs
    except AttributeError as error:
        return found(error.obj)
"""),
    "a facade changed for others": Attack("""
import json
def parse(lines):
    json.loads = lambda text: 1
    return found(json.loads('2'))
"""),
    "a codec of a file": Attack("""
def parse(lines):
    return found(b'x'.decode('..//..//tmp//codec'))
"""),
}
