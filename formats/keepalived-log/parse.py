"""Reads logs of keepalived: VRRP and its checks of real servers, after keepalived.conf(5) and its own messages."""

from reading import enveloped, read_log

HEADER = enveloped(tag=r"Keepalived(?:_vrrp|_healthcheckers|_bfd)?")
EVENTS = [
    ("EnteringState", "(<instance:[^)]+>) Entering <state=MASTER|BACKUP|FAULT> STATE<? (<detail:[^)]+>)?>"),
    ("EnteringState", "VRRP_Instance(<instance:[^)]+>) Entering <state=MASTER|BACKUP|FAULT> STATE"),
    ("TransitionToMaster", "VRRP_Instance(<instance:[^)]+>) Transition to MASTER STATE"),
    ("ReceivedAdvert", "(<instance:[^)]+>) Received advert from <neighbor> with <comparison:higher|lower> priority <priority:int>, ours <own_priority:int><?, <detail:text>?>"),
    ("ReceivedAdvertOfHigherPriority", "VRRP_Instance(<instance:[^)]+>) Received advert with higher priority <priority:int>, ours <own_priority:int>"),
    ("MasterReceivedAdvert", "(<instance:[^)]+>) Master received advert from <neighbor> with <comparison:higher|lower> priority <priority:int>, ours <own_priority:int>"),
    ("MasterReceivedAdvert", "(<instance:[^)]+>) Master received advert from <neighbor> with same priority <priority:int> but <comparison:higher|lower> IP address than ours"),
    ("ReceiveAdvertisementTimeout", "(<instance:[^)]+>) Receive advertisement timeout"),
    ("ReceivedInvalidAdvert", "(<instance:[^)]+>) received an invalid <detail:text>"),
    ("SettingVirtualAddresses", "(<instance:[^)]+>) <action=setting|removing> <what:VIPs|E-VIPs|protocol VIPs><:[.]?>"),
    ("SettingVirtualAddresses", "VRRP_Instance(<instance:[^)]+>) <action=setting|removing> <what:protocol VIPs|protocol E-VIPs><:[.]?>"),
    ("SendingGratuitousArp", "Sending gratuitous ARP on <interface> for <address>"),
    ("SendingGratuitousArp", "(<instance:[^)]+>) Sending/queueing gratuitous ARPs on <interface> for <address>"),
    ("ChangingEffectivePriority", "(<instance:[^)]+>) Changing effective priority from <old_priority:int> to <priority:int>"),
    ("ChangingEffectivePriority", "VRRP_Instance(<instance:[^)]+>) Changing effective priority from <old_priority:int> to <priority:int>"),
    ("SyncInstances", "VRRP_Group(<group:[^)]+>) Syncing instances to <state=MASTER|BACKUP|FAULT> state"),
    ("ScriptSucceeded", "VRRP_Script(<script:[^)]+>) succeeded"),
    ("ScriptFailed", "VRRP_Script(<script:[^)]+>) failed<? (<reason:[^)]+>)?>"),
    ("ScriptNowReturning", "Script `<script:[^`]+>` now returning <code:int>"),
    ("InterfaceState", "Netlink reports <interface> <state=up|down>"),
    ("InterfaceState", "Kernel is reporting: interface <interface> <state=UP|DOWN>"),
    ("RemovingService", "Removing service <real_server:\\S+> <preposition:from|to|of> VS <virtual_server:\\S+>"),
    ("AddingService", "Adding service <real_server:\\S+> <preposition:from|to|of> VS <virtual_server:\\S+>"),
    ("TcpCheckFailed", "TCP connection to <real_server:\\S+> failed<?, <detail:text>?>"),
    ("TcpCheckSuccess", "TCP connection to <real_server:\\S+> success."),
    ("ErrorConnectingServer", "Error connecting server <real_server>"),
    ("HttpStatusCodeError", "HTTP status code error to <real_server:\\S+> url(<url:[^)]*>), status_code(<status:int>)<:.*>"),
    ("HttpStatusCodeSuccess", "HTTP status code success to <real_server:\\S+> url(<url:[^)]*>)<:[.]?>"),
    ("StartingKeepalived", "Starting Keepalived v<version> <built:text>"),
    ("OpeningFile", "Opening file '<path:[^']+>'."),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, templates=True)
