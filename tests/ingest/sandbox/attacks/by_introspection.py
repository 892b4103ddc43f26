"""Looks into the interpreter that do no harm by themselves; only the facades and the allow-list stop them."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

ATTACKS: dict[str, Attack] = {
    "format string mod": Attack("""
import json
def parse(lines):
    s='{0.codecs.__file__}'.format(json)
    return found(s)
"""),
    "format map": Attack("""
import re
def parse(lines):
    s='{a.enum.sys.modules}'.format_map({'a':re})
    return found(s[:200])
"""),
    "str format via map": Attack("""
import re
def parse(lines):
    s=list(map(str.format,['{0.enum.sys.path}'],[re]))[0]
    return found(s[:200])
"""),
    "string Formatter": Attack("""
import string,re
def parse(lines):
    s=string.Formatter().get_field('0.enum.sys',[re],{})[0]
    return found(str(s))
"""),
    "attrgetter": Attack("""
import operator,re
def parse(lines):
    return found(str(operator.attrgetter('enum.sys.modules')(re))[:100])
"""),
    "reduce getattr": Attack("""
import functools,re
def parse(lines):
    return found(str(functools.reduce(getattr,['enum','sys'],re)))
"""),
    "match class no dunder attr": Attack("""
import re
def parse(lines):
    match re:
        case object(enum=e):
            match e:
                case object(sys=s):
                    match s:
                        case object(modules=m):
                            return found(str(len(m))+' modules')
    return []
"""),
    "attributeerror obj": Attack("""
import re
def parse(lines):
    try:
        '{0.enum.sys.nonexistent}'.format(re)
    except Exception as e:
        return found(str(e.obj))
    return []
"""),
    "type metaclass": Attack("""
def parse(lines):
    t=type('X',(object,),{})
    return found(str(t.__mro__))
"""),
    "class init subclass": Attack("""
class B:
    def __init_subclass__(cls): B.s=cls.__subclasses__
class D(B): pass
def parse(lines):
    return found(str(B.__base__.__subclasses__()[:3]))
"""),
    "gc objects": Attack("""
import gc
def parse(lines):
    return found(str(len(gc.get_objects())))
"""),
    "inspect stack": Attack("""
import inspect
def parse(lines):
    return found(str(inspect.stack()[-1].frame.f_globals.keys()))
"""),
    "code replace": Attack("""
def parse(lines):
    f=lambda: 1
    g=f.__code__.replace(co_consts=(2,))
    return found(str(g))
"""),
}
