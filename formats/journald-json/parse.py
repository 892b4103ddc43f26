"""Reads the journal of systemd as JSON, `journalctl -o json`, after systemd.journal-fields(7)."""

from reading import enveloped, read_log

HEADER = enveloped(r"(?=\{[^\n]{0,1400}?\"__REALTIME_TIMESTAMP\" ?: ?\")")
BODIES = "json"
KEYS = {
    "__REALTIME_TIMESTAMP": "timestamp_text", "_SOURCE_REALTIME_TIMESTAMP": "source_time", "_HOSTNAME": "host", "PRIORITY": "level", "MESSAGE": "message",
    "SYSLOG_IDENTIFIER": "process", "_PID": "pid:int", "SYSLOG_PID": "syslog_pid:int", "_UID": "uid:int", "_GID": "gid:int", "_COMM": "command", "_EXE": "executable",
    "_CMDLINE": "command_line", "_SYSTEMD_UNIT": "unit", "UNIT": "about_unit", "_TRANSPORT": "transport", "SYSLOG_FACILITY": "facility", "CODE_FILE": "code_file",
    "CODE_LINE": "code_line:int", "CODE_FUNC": "code_function", "MESSAGE_ID": "message_id", "_BOOT_ID": "boot_id", "_MACHINE_ID": "machine_id", "__CURSOR": "cursor",
    "__MONOTONIC_TIMESTAMP": "monotonic_time", "_AUDIT_LOGINUID": "login_uid:int", "_AUDIT_SESSION": "audit_session", "ERRNO": "errno:int", "JOB_RESULT": "job_result", "JOB_TYPE": "job_type",
    "CONTAINER_NAME": "container", "CONTAINER_ID": "container_id", "SYSLOG_TIMESTAMP": "syslog_time", "__SEQNUM": "sequence:int", "EXIT_CODE": "exit_code", "EXIT_STATUS": "exit_status",
}  # fmt: skip
EVENTS = [
    ("Accepted", "Accepted <method> for <user> from <source_address> port <source_port:int><? <detail:.*>?>"),
    ("FailedInvalidUser", "Failed <method> for invalid user <user?:text> from <source_address> port <source_port:int><? <version:ssh\\d>?>"),
    ("Failed", "Failed <method:password|publickey|none|keyboard-interactive/pam> for <user> from <source_address> port <source_port:int><? <version:ssh\\d>?>"),
    ("SessionOpened", "pam_unix(<service>:<phase>): session opened for user <user:[^\\s\\(]+><?(uid=<user_id:int>)?> by <caller?:[^\\s\\(]*>(uid=<caller_uid:int>)"),
    ("SessionClosed", "pam_unix(<service>:<phase>): session closed for user <user>"),
    ("CronCommand", "(<user:[^)\\s]+>) CMD (<cron_command:text>)"),
    ("Started", "Started <description:text>."),
    ("Starting", "Starting <description:text>..."),
    ("Stopped", "Stopped <description:text>."),
    ("Stopping", "Stopping <description:text>..."),
    ("Finished", "Finished <description:text>."),
    ("ReachedTarget", "Reached target <description:text>."),
    ("FailedToStart", "Failed to start <description:text>."),
    ("Deactivated", "<about_unit:\\S+>: Deactivated successfully."),
    ("MainProcessExited", "<about_unit:\\S+>: Main process exited, code=<code=exited|killed|dumped>, status=<status>"),
    ("FailedWithResult", "<about_unit:\\S+>: Failed with result '<result:[^']+>'."),
    ("ScheduledRestartJob", "<about_unit:\\S+>: Scheduled restart job, restart counter is at <count:int>."),
    ("LinkUp", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.-]+>:<? NIC?> Link is Up<:.*>"),
    ("LinkDown", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.-]+>:<? NIC?> Link is Down"),
    ("EnteredState", "<bridge:[\\w.-]+>: port <port:int>(<interface:[^)]+>) entered <state> state"),
    ("OutOfMemory", "Out of memory: Killed process <killed_pid:int> (<killed:[^)]+>)<:.*>"),
    ("NewSession", "New session <session_id> of user <user:\\S+>."),
    ("RemovedSession", "Removed session <session_id:\\w+>."),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, bodies=BODIES, keys=KEYS, templates=True)
