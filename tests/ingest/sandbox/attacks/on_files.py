"""Attacks on files, folders and the environment of the machine."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

ATTACKS: dict[str, Attack] = {
    "open file": Attack(
        """
def parse(lines):
    return found(open('@CANARY@/secret.txt').read())
""",
        secret=True,
    ),
    "io fileio": Attack(
        """
import io
def parse(lines):
    return found(io.FileIO('@CANARY@/secret.txt').read().decode())
""",
        secret=True,
    ),
    "posix open": Attack(
        """
import posix
def parse(lines):
    return found(posix.read(posix.open('@CANARY@/secret.txt',0),100).decode())
""",
        secret=True,
    ),
    "raise nofile open": Attack(
        """
import posix,resource
def parse(lines):
    resource.setrlimit(resource.RLIMIT_NOFILE,(64,64))
    return found(posix.read(posix.open('@CANARY@/secret.txt',0),100).decode())
""",
        secret=True,
    ),
    "ctypes rawsyscall open": Attack(
        """
import ctypes
def parse(lines):
    l=ctypes.CDLL(None)
    fd=l.syscall(2,b'@CANARY@/secret.txt',0)
    b=ctypes.create_string_buffer(100)
    l.syscall(0,fd,b,100)
    return found(b.value.decode())
""",
        secret=True,
    ),
    "env read": Attack(
        """
import os
def parse(lines):
    return found(repr(dict(os.environ)))
""",
        secret=True,
    ),
    "proc parent environ": Attack(
        """
import os
def parse(lines):
    return found(open('/proc/%d/environ' % os.getppid(),'rb').read().decode('latin-1').replace('\\0', ' '))
""",
        secret=True,
    ),
    "proc parent mem": Attack("""
import os
def parse(lines):
    pp=os.getppid()
    for l in open('/proc/%d/maps' % pp):
        if '[heap]' in l:
            lo=int(l.split('-')[0],16)
            f=open('/proc/%d/mem' % pp,'rb',0)
            f.seek(lo)
            b=f.read(64)
            return found('read %d bytes of parent' % len(b))
    return []
"""),
    "write file": Attack(
        """
def parse(lines):
    open('@CANARY@/drop/written','w').write('x')
    return []
""",
        made="written",
    ),
    "unlink victim": Attack(
        """
import os
def parse(lines):
    os.unlink('@CANARY@/drop/victim')
    return []
""",
        victim_lost=True,
    ),
    "truncate victim": Attack(
        """
import os
def parse(lines):
    os.truncate('@CANARY@/drop/victim',0)
    return []
""",
        victim_lost=True,
    ),
    "rename victim": Attack(
        """
import posix
def parse(lines):
    posix.rename('@CANARY@/drop/victim','@CANARY@/drop/moved')
    return []
""",
        made="moved",
    ),
    "mkdir": Attack(
        """
import posix
def parse(lines):
    posix.mkdir('@CANARY@/drop/made')
    return []
""",
        made="made",
    ),
    "listdir": Attack("""
import os
def parse(lines):
    return found(','.join(os.listdir('/home' if 0 else '/')))
"""),
    "stat probe": Attack("""
import os
def parse(lines):
    return found(str(os.stat('/etc/passwd').st_size))
"""),
    "memfd": Attack("""
import posix
def parse(lines):
    return found(str(posix.memfd_create('x')))
"""),
}
