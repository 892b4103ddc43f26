"""Reads logs of Cisco IOS, IOS XE, NX-OS and IOS XR (%LINK-3-UPDOWN:), after Cisco's system message guides."""

from reading import enveloped, read_log

SIGN = r"%(?P<code>(?P<facility>[A-Z][A-Z0-9_]*)(?:-(?P<unit>[A-Z][A-Z0-9_]*))?-(?P<level>[0-7])-(?P<mnemonic>[A-Z][A-Z0-9_]*)) ?: +"
VDC = r"(?:%\$ ?VDC-\d+ ?%\$ ?)?"
REPEATED = r"(?=last message repeated \d)"
OWN = r"(?:: )?(?:(?P<sequence>\d+): )?(?:(?P<host>(?=\S*[A-Za-z])[\w.-]+(?:-\d)?)[: ] ?)?(?:(?P<number>\d+): )?"
XR = r"(?P<node>(?:RP|LC|[A-Z]+)/\d+/\S+?) ?: ?(?P<timestamp_text>{month day year}|{month day}) ?: (?P<process>[\w./-]+)\[(?P<pid>\d+)\]: "
TIMES = r"{month day year}|{year month day}|{month day, year last}|{iso}|{month day}"
UPTIME = r"(?P<uptime>\d\d:\d\d:\d\d|\d+[wdy]\d+[dhw])"
RELAYED = r"(?P<address>\d{1,3}(?:\.\d{1,3}){3}) (?:(?P<sequence>\d+): )?(?P<host>(?=\S*[A-Za-z])[\w.-]+): "
ADDRESSED = r"(?P<host>\d{1,3}(?:\.\d{1,3}){3}) (?:(?P<sequence>\d+): )?"
HEADER = [
    *enveloped(RELAYED + rf"(?P<timestamp_text>{TIMES}): +" + VDC + SIGN),
    *enveloped(ADDRESSED + rf"(?:(?P<timestamp_text>{TIMES})|{UPTIME}): +" + VDC + SIGN),
    *enveloped(r"(?:(?P<sequence>\d+): )?" + XR + SIGN),
    *enveloped(OWN + rf": ?(?P<timestamp_text>{TIMES}): +" + VDC + SIGN),
    *enveloped(OWN + rf"(?P<timestamp_text>{TIMES}): +" + VDC + SIGN),
    *enveloped(
        r"(?P<timestamp_text>{year month day}) (?P<host>[\w.-]+) +(?:" + VDC + SIGN + "|" + REPEATED + ")"
    ),
    *enveloped(r"(?:(?P<sequence>\d+): )?" + UPTIME + ": " + SIGN),
    *enveloped(r"(?:(?P<sequence>\d+): )?" + VDC + SIGN),
]
CONTINUES = r"Cisco (?:IOS|Nexus|NX-OS)|IOS \(tm\)|Technical Support: |Copyright |Compiled |[\w.-]{1,63}[#>]"
KINDS = {"pid": "int", "sequence": "int", "number": "int"}
FLOW = "<source_address:[0-9a-fA-F.:]+>(<source_port:int>)"
BY = "<? (<source_interface:[^)]+>)?>"
TO = " -> <destination_address:[0-9a-fA-F.:]+>(<destination_port:int>)"
SESSION = "[user: <user:[^\\]]*>] [Source: <source_address:[^\\]]*>] [localport: <local_port:int>]"
EVENTS = [
    ("LinkDown", "Interface <interface:[^\\s,]+>, changed state to <state=administratively down|down>"),
    ("LinkUp", "Interface <interface:[^\\s,]+>, changed state to <state=up>"),
    ("LineProtocolDown", "Line protocol on Interface <interface:[^\\s,]+>, changed state to <state=down>"),
    ("LineProtocolUp", "Line protocol on Interface <interface:[^\\s,]+>, changed state to <state=up>"),
    ("InterfaceUp", "Interface <interface:[^\\s,]+> is <state=up><? in <mode:text>?>"),
    ("InterfaceDown", "Interface <interface:[^\\s,]+> is <state=down> (<reason:text>)"),
    ("BgpNeighborUp", "neighbor <neighbor:[0-9a-fA-F.:]+><? vpn vrf <vrf>?><? (VRF: <vrf_name:[^)]+>)?> <state=Up>"),
    ("BgpNeighborDown", "neighbor <neighbor:[0-9a-fA-F.:]+><? vpn vrf <vrf>?><? (VRF: <vrf_name:[^)]+>)?> <state=Down><? <reason:text>?>"),
    ("BgpNeighborReset", "Neighbor <neighbor:[0-9a-fA-F.:]+> reset (<reason:text>)"),
    ("BgpSession", "neighbor <neighbor:[0-9a-fA-F.:]+> <family:\\w+ \\w+><? vpn vrf <vrf>?> topology base <action=removed from session|added to session><? <reason:text>?>"),
    ("BgpNotification", "<direction=received from|sent to> neighbor <neighbor:[0-9a-fA-F.:]+> <? <state=active|passive>?>< ><error:[0-9]+/[0-9]+> (<reason:[^)]*>) <bytes:int> bytes<? <data:text>?>"),
    ("BgpMaximumPrefix", "Number of prefixes received from <neighbor:[0-9a-fA-F.:]+> (afi <afi:int>)<?:?> reaches <prefixes:int>, max <maximum:int>"),
    ("BgpMaximumPrefixExceeded", "Number of prefixes received from <neighbor:[0-9a-fA-F.:]+> (afi <afi:int>): <prefixes:int> exceeds limit <maximum:int>"),
    ("OspfNeighborChanged", "Process <process_id:[^\\s,]+>, Nbr <neighbor:[0-9.]+> on <interface> from <old_state=[A-Z0-9]+> to <state=[A-Z0-9]+>, <reason:text>"),
    ("EigrpNeighborChanged", "EIGRP-<family:IPv[46]> <process_id:[0-9]+>: Neighbor <neighbor:[0-9a-fA-F.:]+> (<interface:[^)]+>) is <state=up|down>: <reason:text>"),
    ("HsrpStateChanged", "<interface> Grp <group:int> state <old_state=\\w+> -> <state=\\w+>"),
    ("HsrpStateChanged", "<interface> Group <group:int> state <old_state=\\w+> -> <state=\\w+>"),
    ("VrrpStateChanged", "<interface> Grp <group:int> state <old_state=\\w+> -> <state=\\w+>"),
    ("Configured", "Configured from <source:[\\w./:-]+> by <user> on <line> (<source_address:[^)]+>)"),
    ("Configured", "Configured from <source:[\\w./:-]+> by <user> on <line>"),
    ("Configured", "Configured from <source:[\\w./:-]+> by <line>"),
    ("LoginSucceeded", "Login Success " + SESSION + " at <at_time:text>"),
    ("LoginFailed", "Login failed " + SESSION + " [Reason: <reason:[^\\]]*>] at <at_time:text>"),
    ("LoggedOut", "User <user> has exited tty session <line>(<source_address:[^)]*>)"),
    ("QuietModeOn", "Still timeleft for watching failures is <seconds:int> secs, " + SESSION + " [Reason: <reason:[^\\]]*>] [ACL: <access_list:[^\\]]*>] at <at_time:text>"),
    ("AuthenticationFailed", "Authentication failure for SNMP req from host <source_address>"),
    ("CommandLogged", "User:<user> logged command:<command:text>"),
    ("AccessListTcpUdp", "list <access_list> <action=permitted|denied> <protocol:\\w+> " + FLOW + BY + TO + ", <packets:int> <:packets|packet>"),
    ("AccessListIcmp", "list <access_list> <action=permitted|denied> <protocol=icmp> <source_address:[0-9.]+>" + BY + " -> <destination_address:[0-9.]+> (<icmp_type:[0-9/]+>), <packets:int> <:packets|packet>"),
    ("AccessListOther", "list <access_list> <action=permitted|denied> <protocol> <source_address:[0-9.]+>" + BY + " -> <destination_address:[0-9.]+>, <packets:int> <:packets|packet>"),
    ("AccessListStandard", "list <access_list> <action=permitted|denied> <source_address:[0-9.]+> <packets:int> <:packets|packet>"),
    ("DuplicateAddress", "Duplicate address <address:[0-9a-fA-F.:]+> on <interface:[^\\s,]+>, sourced by <mac>"),
    ("NativeVlanMismatch", "Native VLAN mismatch discovered on <interface> (<vlan:int>), with <neighbor> <neighbor_interface> (<neighbor_vlan:int>)."),
    ("DuplexMismatch", "duplex mismatch discovered on <interface> (<duplex:[^)]+>), with <neighbor> <neighbor_interface> (<neighbor_duplex:[^)]+>)."),
    ("MacFlapping", "Host <mac> in vlan <vlan:int> is flapping between port <interface> and port <other_interface>"),
    ("ErrorDisabled", "<reason:[\\w-]+> error detected on <interface:[^\\s,]+>, putting <disabled_interface> in err-disable state"),
    ("ErrorRecovery", "Attempting to recover from <reason:[\\w-]+> err-disable state on <interface>"),
    ("BpduGuard", "Received BPDU on port <interface> with BPDU Guard enabled. Disabling port."),
    ("RootGuard", "Root guard <action=blocking|unblocking> port <interface> on <instance:text>."),
    ("PortSecurity", "Security violation occurred, caused by MAC address <mac> on port <interface:[^\\s.]*[^\\s.]>."),
    ("PortBundled", "Interface <interface> joined port-channel <port_channel>"),
    ("PortUnbundled", "Interface <interface> left the port-channel <port_channel>"),
    ("LacpNotCompatible", "<interface> is not compatible with <other_interface> and will be suspended (<reason:text>)"),
    ("TrackChanged", "<track:int> <tracked:text> <old_state=Up|Down> -> <state=Up|Down>"),
    ("TrackChanged", "<track:int> <tracked:text> <old_state=Up|Down>-><state=Up|Down>"),
    ("SlaStateChanged", "IP SLAs (<ip_sla:int>) <reason:text>"),
    ("TunnelUp", "Crypto tunnel is <state=UP|DOWN>. Peer <neighbor>:<neighbor_port:int> Id: <peer_id>"),
    ("NtpPeerUnreachable", "Peer <server:\\S+> is unreachable"),
    ("NtpPeerReachable", "Peer <server:\\S+> is reachable"),
    ("NtpSynchronized", "NTP synced to peer <server>"),
    ("NtpUnsynchronized", "NTP sync is lost"),
    ("SystemRestarted", "System restarted<? --?><? <version:text>?>"),
    ("ReloadRequested", "Reload requested by <user> on <line:[\\w/]+><? (<source_address:[^)]+>)?>. Reload Reason: <reason:text>."),
    ("ReloadRequested", "Reload requested by <user> on <line:[\\w/]+> (<source_address:[^)]+>). Reason: <reason:text>"),
    ("ReloadRequested", "Reload requested by <user>. Reload Reason: <reason:text>."),
    ("Temperature", "Temp: <sensor:[^,]+>, Location: <location:[^,]+>, State: <state=\\w+>, Reading: <reading:int> Celsius"),
    ("TemperatureHigh", "<sensor:text> temperature <reading:text> exceeds <threshold:text>"),
    ("FanFailed", "Fan <fan:text> had a rotation error reported."),
    ("PowerSupply", "Power supply <power_supply:\\S+> <state:text>"),
    ("CpuHigh", "Task is running for (<milliseconds:int>)msecs, more than (<maximum:int>)msecs (<counts:[^)]*>),process = <process_name:text>."),
    ("CpuRising", "Threshold: Total CPU Utilization(Total/Intr): <total:text>, Top 3 processes(Pid/Util): <processes:text>"),
    ("MemoryAllocationFailed", "Memory allocation of <bytes:int> bytes failed from <address:[^,]+>, alignment <alignment:int>"),
    ("LoggingStarted", "Logging to host <server><? port <port:int>?><? <state:started|stopped>?> - <initiated:text>"),
    ("DhcpSnoopingDenied", "DHCP_SNOOPING drop message on untrusted port, message type: <message_type:[^,]+>, MAC sa: <mac>"),
    ("ArpInspectionDenied", "<packets:int> Invalid ARPs (<kind:[^)]+>) on <interface:[^\\s,]+>, vlan <vlan:int>.([<mac:[^/]+>/<source_address:[^/]+>/<destination_mac:[^/]+>/<destination_address:[^/]+>/<arp_time:[^\\]]+>])"),
    ("DotOneXFailed", "Authentication failed for client (<mac:[^)]+>) on Interface <interface><? AuditSessionID <audit_session>?>"),
    ("DotOneXSucceeded", "Authentication successful for client (<mac:[^)]+>) on Interface <interface><? AuditSessionID <audit_session>?>"),
    ("DeviceAttached", "Device <device:text> connected"),
    ("SfpInserted", "Transceiver module inserted in <interface>"),
    ("SfpRemoved", "Transceiver module removed from <interface>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
