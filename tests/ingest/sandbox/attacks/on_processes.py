"""Attacks on processes and the kernel."""

from __future__ import annotations

from tests.ingest.sandbox.attacks.attack import Attack

ATTACKS: dict[str, Attack] = {
    "os system": Attack(
        """
import os
def parse(lines):
    os.system('touch @CANARY@/drop/os_system')
    return []
""",
        made="os_system",
    ),
    "subprocess": Attack(
        """
import subprocess
def parse(lines):
    subprocess.run(['/usr/bin/touch','@CANARY@/drop/subproc'])
    return []
""",
        made="subproc",
    ),
    "execve": Attack(
        """
import os
def parse(lines):
    os.execv('/bin/sh',['sh','-c','touch @CANARY@/drop/execd'])
""",
        made="execd",
    ),
    "posix spawn": Attack(
        """
import os
def parse(lines):
    os.posix_spawn('/usr/bin/touch',['touch','@CANARY@/drop/spawned'],{})
    import time
    time.sleep(.3)
    return []
""",
        made="spawned",
    ),
    "ctypes system": Attack(
        """
import ctypes
def parse(lines):
    ctypes.CDLL(None).system(b'touch @CANARY@/drop/ctypes')
    return []
""",
        made="ctypes",
    ),
    "fork bounded": Attack("""
import os,time
def parse(lines):
    n=0
    for i in range(20):
        p=os.fork()
        if p==0:
            time.sleep(0.5)
            os._exit(0)
        n+=1
    return found('%d forks' % n)
"""),
    "threads after return": Attack("""
import threading,time
def parse(lines):
    t=threading.Thread(target=lambda: time.sleep(30),daemon=True)
    t.start()
    return found('thread')
"""),
    "signal parent": Attack("""
import os
def parse(lines):
    pp=os.getppid()
    if pp<=1: return []
    os.kill(pp,0)
    return found('could signal parent')
"""),
    "prlimit parent": Attack("""
import os,resource
def parse(lines):
    pp=os.getppid()
    if pp<=1: return []
    return found(str(resource.prlimit(pp,resource.RLIMIT_CPU)))
"""),
    "raise rlimit": Attack("""
import resource
def parse(lines):
    resource.setrlimit(resource.RLIMIT_AS,(-1,-1))
    x=bytearray(900<<20)
    return found(str(len(x)))
"""),
    "mmap exec": Attack("""
import mmap
def parse(lines):
    m=mmap.mmap(-1,4096,prot=7)
    return found('rwx page')
"""),
    "io uring setup": Attack("""
import ctypes
def parse(lines):
    l=ctypes.CDLL(None,use_errno=True)
    b=ctypes.create_string_buffer(120)
    r=l.syscall(425,4,b)
    if r>=0: return found('io_uring fd %d' % r)
    return []
"""),
    "userns unshare": Attack("""
import ctypes
def parse(lines):
    l=ctypes.CDLL(None)
    r=l.unshare(0x10000000)
    if r==0: return found('new user namespace')
    return []
"""),
}
