"""Reads audit.log of the Linux audit daemon, after auditd(8) and the "Audit Event Fields" of Linux Audit."""

from reading import enveloped, read_log

RECORD = r"(?:node=(?P<host>\S+) )?type=(?P<type>[A-Z0-9_]+|UNKNOWN\[\d+\]) msg=audit\((?P<timestamp_text>\d{10}\.\d{3}|[\d/]{8,10} [\d:.]{8,12}):(?P<serial>\d+)\) ?: *"
KERNEL = r"(?:\[ *\d+\.\d+\] )?(?:audit: )?type=(?P<type>\d{4}) audit\((?P<timestamp_text>\d{10}\.\d{3}):(?P<serial>\d+)\): *"
HEADER = [
    RECORD,
    *enveloped(RECORD, tag=r"(?:audispd|audisp-syslog|audit|auditd|tag_audit_log)"),
    *enveloped(KERNEL, tag=r"(?:kernel|audit)"),
    *enveloped(RECORD),
]
KINDS = {"pid": "int", "serial": "int"}
BODIES = "pairs"
KEYS = {
    "pid": "pid:int", "ppid": "parent_pid:int", "uid": "uid:int", "auid": "login_uid:int", "gid": "gid:int", "euid": "euid:int", "suid": "suid:int",
    "fsuid": "fsuid:int", "egid": "egid:int", "sgid": "sgid:int", "fsgid": "fsgid:int", "ses": "session:int", "items": "items:int",
    "item": "item:int", "argc": "argc:int", "syscall": "syscall:int", "exit": "exit:int", "success": "success", "tty": "tty", "comm": "command",
    "exe": "executable", "key": "key", "subj": "subject", "acct": "user", "hostname": "remote_host", "addr": "source_address",
    "terminal": "terminal", "res": "result", "op": "operation", "grantors": "grantors", "unit": "unit", "name": "path", "inode": "inode:int",
    "mode": "mode", "ouid": "owner_uid:int", "ogid": "owner_gid:int", "nametype": "name_type", "objtype": "name_type", "cwd": "directory",
    "old-auid": "old_login_uid:int", "old-ses": "old_session:int", "id": "id:int", "cmd": "sudo_command", "laddr": "local_address", "lport": "local_port:int",
    "rport": "remote_port:int", "saddr": "socket_address", "table": "table", "family": "family:int", "entries": "entries:int", "apparmor": "apparmor",
    "sig": "signal:int", "new-level": "new_level", "old-level": "old_level", "profile": "profile", "requested_mask": "requested_mask", "denied_mask": "denied_mask",
}  # fmt: skip
TYPES = (
    "type",
    {
        "SYSCALL": "Syscall", "EXECVE": "Execve", "CWD": "Cwd", "PATH": "Path", "PROCTITLE": "Proctitle", "SOCKADDR": "Sockaddr", "EOE": "Eoe",
        "BPRM_FCAPS": "BprmFcaps", "MMAP": "Mmap", "FD_PAIR": "FdPair", "OBJ_PID": "ObjPid", "USER_AUTH": "UserAuth", "USER_ACCT": "UserAcct",
        "USER_LOGIN": "UserLogin", "USER_LOGOUT": "UserLogout", "USER_START": "UserStart", "USER_END": "UserEnd", "USER_CMD": "UserCmd", "USER_ERR": "UserErr",
        "USER_CHAUTHTOK": "UserChauthtok", "USER_MGMT": "UserMgmt", "USER_AVC": "UserAvc", "USER_ROLE_CHANGE": "UserRoleChange", "CRED_ACQ": "CredAcq",
        "CRED_DISP": "CredDisp", "CRED_REFR": "CredRefr", "LOGIN": "Login", "ADD_USER": "AddUser", "DEL_USER": "DelUser", "ADD_GROUP": "AddGroup",
        "DEL_GROUP": "DelGroup", "GRP_MGMT": "GrpMgmt", "ACCT_LOCK": "AcctLock", "ACCT_UNLOCK": "AcctUnlock", "SERVICE_START": "ServiceStart",
        "SERVICE_STOP": "ServiceStop", "SYSTEM_BOOT": "SystemBoot", "SYSTEM_SHUTDOWN": "SystemShutdown", "SYSTEM_RUNLEVEL": "SystemRunlevel",
        "DAEMON_START": "DaemonStart", "DAEMON_END": "DaemonEnd", "DAEMON_ROTATE": "DaemonRotate", "DAEMON_CONFIG": "DaemonConfig", "CONFIG_CHANGE": "ConfigChange",
        "CRYPTO_KEY_USER": "CryptoKeyUser", "CRYPTO_SESSION": "CryptoSession", "CRYPTO_LOGIN": "CryptoLogin", "AVC": "Avc", "SELINUX_ERR": "SelinuxErr",
        "MAC_STATUS": "MacStatus", "MAC_POLICY_LOAD": "MacPolicyLoad", "NETFILTER_CFG": "NetfilterCfg", "ANOM_PROMISCUOUS": "AnomPromiscuous",
        "ANOM_ABEND": "AnomAbend", "ANOM_LOGIN_FAILURES": "AnomLoginFailures", "SECCOMP": "Seccomp", "BPF": "Bpf", "KERN_MODULE": "KernModule", "TTY": "Tty",
        "USER_TTY": "UserTty", "VIRT_CONTROL": "VirtControl", "APPARMOR": "Apparmor", "INTEGRITY_RULE": "IntegrityRule", "TIME_INJOFFSET": "TimeInjoffset",
    },
)  # fmt: skip
EVENTS = [
    ("Cwd", 'cwd="<directory:text>"'),
    ("Cwd", "cwd=<directory>"),
    ("Proctitle", 'proctitle="<title:text>"'),
    ("Proctitle", "proctitle=<title>"),
    ("Sockaddr", "saddr=<socket_address> SADDR={ <decoded:text> }"),
    ("Sockaddr", "saddr=<socket_address>"),
    ("Execve", 'argc=<argc:int> a0="<a0>"'),
    ("Execve", 'argc=<argc:int> a0="<a0>" a1="<a1:[^"]+>"'),
    ("KernModule", 'name="<module>"'),
    ("BpfProgram", "prog-id=<program_id:int> op=<operation>"),
]


def parse(lines):
    """Read the records; what stands in quotes behind `msg=` are keys of the record like the others."""
    plain = [
        line.replace(" msg='", " ").replace("'\x1d", " \x1d").removesuffix("'") if " msg='" in line else line
        for line in lines
    ]
    records = read_log(
        plain, HEADER, EVENTS, kinds=KINDS, bodies=BODIES, keys=KEYS, types=TYPES, templates=True
    )
    for record in records:
        at = record["lines"][0][0]
        if plain[at] is not lines[at]:
            record["values"]["message"] = lines[at].partition("audit(")[2].partition(")")[2].lstrip(" :")
    return records
