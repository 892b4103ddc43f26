"""Reads logs of Arista EOS (Ebra: %LINEPROTO-5-UPDOWN:), after Arista's EOS System Message Guide."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"%(?P<code>(?P<facility>[A-Z][A-Z0-9_]*)-(?P<level>[0-7])-(?P<mnemonic>[A-Z][A-Z0-9_]*)): +",
    tag=r"[A-Z][\w.+-]*",
)
KINDS = {"pid": "int"}
EVENTS = [
    ("LineProtocolDown", "Line protocol on Interface <interface:[^\\s,]+><? (<description:[^)]*>)?>, changed state to <state=down>"),
    ("LineProtocolUp", "Line protocol on Interface <interface:[^\\s,]+><? (<description:[^)]*>)?>, changed state to <state=up>"),
    ("LinkDown", "Interface <interface:[^\\s,]+><? (<description:[^)]*>)?>, changed state to <state=down>"),
    ("LinkUp", "Interface <interface:[^\\s,]+><? (<description:[^)]*>)?>, changed state to <state=up>"),
    ("BgpNeighborChanged", "peer <neighbor:[0-9a-fA-F.:]+> (VRF <vrf> AS <remote_as:int>) old state <old_state=\\w+> event <event> new state <state=\\w+>"),
    ("BgpNeighborChanged", "peer <neighbor:[0-9a-fA-F.:]+> (AS <remote_as:int>) old state <old_state=\\w+> event <event> new state <state=\\w+>"),
    ("BgpNotification", "<direction=received from|sent to> neighbor <neighbor:[0-9a-fA-F.:]+> (<:(?:VRF \\S+ )?AS> <remote_as:int>) <error:[0-9]+/[0-9]+> (<reason:[^)]*>)<? <bytes:int> bytes?><? <data:text>?>"),
    ("BfdStateChanged", "peer (vrf:<vrf:[^,]+>, ip:<neighbor:[^,]+>, intf:<interface:[^,]+>, srcIp:<source_address:[^,]+>, type:<type:[^)]+>) changed state from <old_state=\\w+> to <state=\\w+> diag <diagnostic:text>"),
    ("OspfAdjacency", "NGB <neighbor:[0-9.]+>, interface <interface_address> adjacency <action=established|dropped><?: <reason:text>?>"),
    ("IsisAdjacencyChanged", "<isis_level:L[12]> Neighbor State Change for SystemID <system_id> on <interface> to <state=UP|DOWN><?: <reason:text>?>"),
    ("LoggedIn", "user <user> logged in [from: <source_address:[^\\]]*>] [service: <service:[^\\]]*>]"),
    ("LoggedOut", "user <user> logged out [from: <source_address:[^\\]]*>] [service: <service:[^\\]]*>]"),
    ("LoginFailed", "user <user> failed to login [from: <source_address:[^\\]]*>] [service: <service:[^\\]]*>]<? [reason: <reason:[^\\]]*>]?>"),
    ("ConfigureEntered", "Enter configuration mode from <source> by <user> on <line> (<source_address:[^)]*>)"),
    ("Configured", "Configured from <source> by <user> on <line> (<source_address:[^)]*>)"),
    ("ConfigurationSaved", "Startup config saved from <path> by <user> on <line> (<source_address:[^)]*>)."),
    ("AccessList", "list <access_list> <interface> <action=permitted|denied> <protocol:\\w+> <source_address:[0-9a-fA-F.:]+>(<source_port:int>) -> <destination_address:[0-9a-fA-F.:]+>(<destination_port:int>)<? <details:text>?>"),
    ("AccessList", "list <access_list> <interface> <action=permitted|denied> <protocol:\\w+> <source_address:[0-9a-fA-F.:]+> -> <destination_address:[0-9a-fA-F.:]+><? <details:text>?>"),
    ("AgentInitialized", "Agent '<agent:[^']+>' initialized; pid=<agent_pid:int>"),
    ("ProcessRestarted", "Restarting '<agent:[^']+>' immediately (it had PID=<agent_pid:int>)"),
    ("ProcessStarted", "'<agent:[^']+>' starting with PID=<agent_pid:int> (PPID=<parent_pid:int>) -- execing '<path:[^']+>'"),
    ("ProcessTerminated", "'<agent:[^']+>' (PID=<agent_pid:int>, status=<status:int>) has terminated."),
    ("MlagStateChanged", "MLAG state changed to <state:text>"),
    ("MlagInterfaceChanged", "MLAG interface <interface> state changed to <state:text>"),
    ("MaintenanceUnitChanged", "Maintenance unit state changed for unit <unit:[^\\s]*[^\\s.]>. Old State <old_state=\\w+>, New State <state=\\w+>"),
    ("NtpSynchronized", "NTP synced to peer <server>"),
    ("NtpUnsynchronized", "NTP sync is lost"),
    ("LldpNeighborAdded", "LLDP neighbor with chassisId <chassis_id> and portId <neighbor_interface> added on interface <interface>"),
    ("LldpNeighborRemoved", "LLDP neighbor with chassisId <chassis_id> and portId <neighbor_interface> removed on interface <interface>"),
    ("MacFlapping", "Host <mac> in VLAN <vlan:int> is flapping between interface <interface> and interface <other_interface><? <details:text>?>"),
    ("DuplicateAddress", "Duplicate address <address:[0-9a-fA-F.:]+> on <interface:[^\\s,]+>, sourced by <mac>"),
    ("ErrorDisabled", "Interface <interface> has been disabled due to errdisable reason <reason:text>"),
    ("PortBundled", "Interface <interface> joined <port_channel>"),
    ("PortUnbundled", "Interface <interface> left <port_channel>"),
    ("SystemRestarted", "System restarted"),
    ("ReloadRequested", "Reload requested by <user> on <line:[\\w/]+> (<source_address:[^)]+>). Reason: <reason:text>"),
    ("TransceiverInserted", "Transceiver for interface <interface> inserted.<? <details:text>?>"),
    ("TransceiverRemoved", "Transceiver for interface <interface> removed.<? <details:text>?>"),
    ("PowerSupplyState", "Power supply <power_supply> <state:text>"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
