"""Reads messages of the Linux kernel, from syslog or dmesg, and of systemd, after their documentation."""

from reading import enveloped, read_log

UPTIME = r"(?!(?:\[[ \d.]{8,20}\] )?audit: type=1)(?:\[ *(?P<uptime>\d{1,10}\.\d{6})\] )?"
PREFIX = (
    r"(?:(?:\[UFW (?P<action>[A-Z][A-Z ]{0,40})\]|(?P<prefix>\[?[\w.:,/ -]{1,40}?\]?)):? ?(?=IN=\S* OUT=))?"
)
HEADER = [
    *enveloped(UPTIME + PREFIX, tag=r"kernel"),
    *enveloped(
        tag=r"systemd(?:-(?:networkd|resolved|timesyncd|udevd|journald|modules-load|fsck|sysctl|shutdown|coredump|sysusers|tmpfiles|machined|hostnamed|timedated|localed))?"
    ),
    r"\[ {0,8}(?P<uptime>\d{1,10}\.\d{6})\](?:\[ *[TC]\d+\])? " + PREFIX,
    r"\[(?P<timestamp_text>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\] (?!\[)" + PREFIX,
]
KINDS = {"pid": "int"}
BODIES = "pairs"
KEYS = {
    "IN": "interface", "OUT": "out_interface", "PHYSIN": "physical_interface", "PHYSOUT": "physical_out_interface",
    "MAC": "mac", "SRC": "source_address", "DST": "destination_address", "LEN": "length:int", "TOS": "tos", "PREC": "precedence", "TTL": "ttl:int",
    "ID": "packet_id:int", "PROTO": "protocol", "SPT": "source_port:int", "DPT": "destination_port:int", "WINDOW": "window:int", "RES": "reserved", "URGP": "urgent:int",
    "TYPE": "icmp_type:int", "CODE": "icmp_code:int", "SEQ": "sequence:int", "TC": "traffic_class:int", "HOPLIMIT": "hop_limit:int", "FLOWLBL": "flow_label:int",
    "MARK": "mark", "UID": "uid:int", "GID": "gid:int",
}  # fmt: skip
TYPES = ("protocol", {"TCP": "TcpPacket", "UDP": "UdpPacket", "ICMP": "IcmpPacket", "ICMPv6": "Icmpv6Packet", "IGMP": "IgmpPacket", "ESP": "EspPacket", "GRE": "GrePacket", "SCTP": "SctpPacket", "2": "IgmpPacket", "47": "GrePacket", "50": "EspPacket", "UDPLITE": "UdplitePacket"})  # fmt: skip
EVENTS = [
    ("LinkUp", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.-]+>:<? NIC?> Link is Up<:.*>"),
    ("LinkDown", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.-]+>:<? NIC?> <:Link is Down|Link Down>"),
    ("LinkUp", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.-]+>: <:\\w+>: <:[\\w.-]+> NIC Link is Up<:.*>"),
    ("LinkDown", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.-]+>: <:\\w+>: <:[\\w.-]+> NIC Link is Down"),
    ("LinkUp", "<interface:[\\w.-]+>:<? NIC?> Link is Up<:.*>"),
    ("LinkDown", "<interface:[\\w.-]+>:<? NIC?> Link is Down"),
    ("LinkBecomesReady", "IPv6: ADDRCONF(NETDEV_CHANGE): <interface:[\\w.@-]+>: link becomes ready"),
    ("LinkBecomesReady", "<interface:[\\w.@-]+>: link becomes ready"),
    ("PromiscuousMode", "device <interface:[\\w.@-]+> <action=entered|left> promiscuous mode"),
    ("PromiscuousMode", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.@-]+>: <action=entered|left> promiscuous mode"),
    ("PromiscuousMode", "<interface:[\\w.@-]+>: <action=entered|left> promiscuous mode"),
    ("EnteredState", "<bridge:[\\w.-]+>: port <port:int>(<interface:[^)]+>) entered <state> state"),
    ("Renamed", "<driver:[\\w-]+> <bus:[0-9a-fA-F:.]+> <interface:[\\w.-]+>: renamed from <old_name>"),
    ("BondLinkStatus", "<bond:[\\w.-]+>: (slave <interface:[^)]+>): link status definitely <state=up|down><?, <detail:text>?>"),
    ("BondLinkStatus", "bonding: <bond:[\\w.-]+>: link status definitely <state=up|down> for interface <interface:[^,]+><?, <detail:text>?>"),
    ("MartianSource", "IPv4: martian source <destination_address> from <source_address:[^,\\s]+>, on dev <interface>"),
    ("NetdevWatchdogTimedOut", "NETDEV WATCHDOG: <interface> (<driver:[^)]+>): transmit queue <queue:int> timed out<:.*>"),
    ("NfConntrackTableFull", "nf_conntrack: table full, dropping packet"),
    ("NfConntrackTableFull", "nf_conntrack: nf_conntrack: table full, dropping packet"),
    ("NeighbourTableOverflow", "neighbour: <table>: neighbor table overflow!"),
    ("PossibleSynFlooding", "TCP: request_sock_TCP: Possible SYN flooding on port <port:[^.]+>. <detail:text>"),
    ("PossibleSynFlooding", "TCP: request_sock_TCP: Possible SYN flooding on port <listen:\\S+>. <detail:text>"),
    ("OutOfMemory", "Out of memory: Killed process <killed_pid:int> (<killed:[^)]+>)<:.*>"),
    ("OutOfMemory", "Memory cgroup out of memory: Killed process <killed_pid:int> (<killed:[^)]+>)<:.*>"),
    ("Segfault", "<program:.+>[<crashed_pid:int>]: segfault at <address> ip <instruction_pointer> sp <stack_pointer> error <code:int><? in <object:\\S+>?><:.*>"),
    ("IoError", "<?blk_update_request:?>< >I/O error, dev <device:[^,\\s]+>, sector <sector:int><:.*>"),
    ("BufferIoError", "Buffer I/O error on dev<?ice?> <device:[^,\\s]+>, logical block <block:int><:.*>"),
    ("ExtFsError", "EXT4-fs error (device <device:[^)]+>): <reason:text>"),
    ("ExtFsMounted", "EXT4-fs (<device:[^)]+>): mounted filesystem<:.*>"),
    ("TaskBlocked", "INFO: task <task:\\S+>:<task_pid:int> blocked for more than <seconds:int> seconds."),
    ("SoftLockup", "watchdog: BUG: soft lockup - CPU#<cpu:int> stuck for <seconds:int>s! [<task:[^\\]]+>:<task_pid:int>]"),
    ("RcuStall", "rcu: INFO: <rcu:\\w+> <:self-detected stall on CPU|detected stalls on CPUs/tasks:>"),
    ("CpuTemperatureAboveThreshold", "mce: CPU<cpu:int>: <kind=Core|Package> temperature<? is?> above threshold<:.*>"),
    ("UsbDeviceFound", "usb <bus>: new <speed> USB device number <number:int> using <driver>"),
    ("UsbDisconnect", "usb <bus>: USB disconnect, device number <number:int>"),
    ("MdDiskFailure", "md/<level_name:[^:]+>:<array:[^:]+>: Disk failure on <device:[^,]+>, disabling device."),
    ("LinuxVersion", "Linux version <version> (<build:text>"),
    ("CommandLine", "Command line: <command_line:text>"),
    ("AuditMessage", "audit: <text:text>"),
    ("StartedUnit", "Started <unit:\\S+[.](?:service|socket|target|timer|mount|scope|slice|path|device|swap|automount)> - <description:text>."),
    ("Started", "Started <description:text>."),
    ("Starting", "Starting <description:text>..."),
    ("StoppedTarget", "Stopped target <description:text>."),
    ("Stopped", "Stopped <description:text>."),
    ("Stopping", "Stopping <description:text>..."),
    ("Finished", "Finished <description:text>."),
    ("ReachedTarget", "Reached target <description:text>."),
    ("FailedToStart", "Failed to start <description:text>."),
    ("Mounted", "Mounted <description:text>."),
    ("Reloading", "Reloading<? <description:.*>?>."),
    ("ListeningOn", "Listening on <description:text>."),
    ("Deactivated", "<unit:\\S+>: Deactivated successfully."),
    ("Succeeded", "<unit:\\S+>: Succeeded."),
    ("MainProcessExited", "<unit:\\S+>: Main process exited, code=<code=exited|killed|dumped>, status=<status>"),
    ("FailedWithResult", "<unit:\\S+>: Failed with result '<result:[^']+>'."),
    ("ScheduledRestartJob", "<unit:\\S+>: Scheduled restart job, restart counter is at <count:int>."),
    ("StartRequestRepeatedTooQuickly", "<unit:\\S+>: Start request repeated too quickly."),
    ("ConsumedCpuTime", "<unit:\\S+>: Consumed <cpu_time:[^,]+> CPU time<:.*>"),
    ("DependencyFailed", "Dependency failed for <description:text>."),
    ("Carrier", "<interface:[\\w.@-]+>: <action=Gained|Lost> carrier"),
    ("GainedIpv6ll", "<interface:[\\w.@-]+>: Gained IPv6LL"),
    ("Dhcpv4Address", "<interface:[\\w.@-]+>: DHCPv4 address <address:[0-9./]+><?,?> <:via|gateway> <gateway:[0-9.]+><:.*>"),
    ("SynchronizedToTimeServer", "Synchronized to time server for the first time <server:text>."),
    ("SynchronizedToTimeServer", "<:Initial synchronization|Synchronized> to time server <server:text>."),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, bodies=BODIES, keys=KEYS, types=TYPES, templates=True)
