"""Reads syslog of Cisco Meraki, after "Syslog Event Types and Log Samples"."""

from reading import enveloped, read_log

HEADER = enveloped(
    r"(?:1 )?(?P<timestamp_text>1\d{9}\.\d{1,9}) (?P<host>\S+) "
    r"(?P<component>flows|urls|events|ids-alerts|ip_flow_start|ip_flow_end|security_event|airmarshal_events"
    r"|firewall|cellular_firewall|vpn_firewall|l7_firewall) (?:: )?"
)
KINDS = {"pid": "int"}
SIDES = "src=<source_address:\\S+> dst=<destination_address:\\S+>"
PLACES = "src=<source_address:\\S+>:<source_port:int> dst=<destination_address:\\S+>:<destination_port:int>"
PORTS = "<? sport=<source_port:int> dport=<destination_port:int>?><? type=<icmp_type:int>?>"
EVENTS = [
    (
        "FlowMatched",
        f"{SIDES}<? mac=<mac>?> protocol=<protocol>{PORTS} pattern: <action=allow|deny|[01]> <rule:text>",
    ),
    (
        "FlowMatched",
        f"<action=allow|deny> {SIDES}<? mac=<mac>?> protocol=<protocol>{PORTS}",
    ),
    (
        "FlowTranslated",
        f"{SIDES} protocol=<protocol><? sport=<source_port:int> dport=<destination_port:int>?> translated_src_ip=<nat_source_address> translated_port=<nat_source_port:int>",
    ),
    (
        "FlowTranslated",
        f"{SIDES} protocol=<protocol><? sport=<source_port:int> dport=<destination_port:int>?> translated_dst_ip=<nat_destination_address> translated_port=<nat_destination_port:int>",
    ),
    (
        "UrlRequested",
        f"{PLACES} mac=<mac><? agent='<user_agent:[^']*>'?> request: <method> <url>",
    ),
    (
        "IdsAlert",
        f"signature=<signature_id> priority=<priority:int> timestamp=<alert_time> <? dhost=<mac>?> direction=<direction> protocol=<protocol:[^\\s/]+><?/<ip:ip>?> {PLACES}<? decision=<action:\\w+>?> message: <signature:text>",
    ),
    (
        "IdsAlert",
        f"ids_alerted signature=<signature_id> priority=<priority:int> timestamp=<alert_time><? dhost=<mac>?> direction=<direction> protocol=<protocol:[^\\s/]+><?/<ip:ip>?> {PLACES}<? decision=<action:\\w+>?> message: <signature:text>",
    ),
    (
        "FileScanned",
        f"security_filtering_file_scanned url=<url> {PLACES} mac=<mac> name='<file:[^']*>' sha256=<sha256> disposition=<disposition> action=<action>",
    ),
    (
        "DispositionChanged",
        "security_filtering_disposition_change name=<file> sha256=<sha256> disposition=<disposition> action=<action>",
    ),
    (
        "ContentFilteringBlock",
        "type=<event=content_filtering_block> url='<url:[^']*>' category0='<category:[^']*>' server='<destination_address:[^':]+>:<destination_port:int>'<? client_mac='<mac:[^']*>'?>",
    ),
    (
        "DhcpLease",
        "dhcp lease of ip <assigned_address> from <? server?> mac <server_mac> for client mac <mac> from router <router> on subnet <mask> with dns <dns_servers:text>",
    ),
    ("DhcpNoOffers", "dhcp no offers for mac <mac><? host = <server_address>?>"),
    (
        "VpnConnectivityChange",
        "type=<event=vpn_connectivity_change> vpn_type='<vpn_type:[^']*>' peer_contact='<peer_address:[^':]+>:<peer_port:int>' peer_ident='<peer:[^']*>' connectivity='<connected:[^']*>'",
    ),
    (
        "VpnRegistryChange",
        "type=<event=vpn_registry_change> vpn_type='<vpn_type:[^']*>' connectivity='<connected:[^']*>'",
    ),
    (
        "ClientVpnConnect",
        "client_vpn_connect user id '<user:[^']*>' local ip <local_address> <manner=connected|reconnected> from <source_address>",
    ),
    (
        "ClientVpnDisconnect",
        "client_vpn_disconnect user id '<user:[^']*>' local ip <local_address> connected from <source_address>",
    ),
    (
        "CellularConnection",
        "Cellular connection <state=up|down>",
    ),
    ("FailoverChange", "failover to <uplink>"),
    ("PortStatusChanged", "port <port> status changed from <old_state> to <state>"),
    (
        "StpRoleChange",
        "Port <port> changed STP role from <old_role> to <role>",
    ),
    (
        "SpanningTreeBlock",
        "Port <port> received an STP BPDU from <mac> so the port was blocked",
    ),
    (
        "BlockedDhcpServerResponse",
        "Blocked DHCP server response from <mac> on VLAN <vlan:int>",
    ),
    (
        "Association",
        "type=<event=association> radio='<radio:[^']*>' vap='<vap:[^']*>'<? client_mac='<mac:[^']*>'?> channel='<channel:[^']*>' rssi='<rssi:[^']*>'<? aid='<aid:[^']*>'?>",
    ),
    (
        "Disassociation",
        "type=<event=disassociation> radio='<radio:[^']*>' vap='<vap:[^']*>'<? client_mac='<mac:[^']*>'?> channel='<channel:[^']*>' <details_text:text>",
    ),
    (
        "WpaAuthentication",
        "type=<event=wpa_auth> radio='<radio:[^']*>' vap='<vap:[^']*>'<? client_mac='<mac:[^']*>'?><? aid='<aid:[^']*>'?>",
    ),
    (
        "WpaDeauthentication",
        "type=<event=wpa_deauth> radio='<radio:[^']*>' vap='<vap:[^']*>'<? client_mac='<mac:[^']*>'?><? aid='<aid:[^']*>'?>",
    ),
    (
        "EapSuccess",
        "type=<event=8021x_eap_success> port='<port:[^']*>' identity='<user:[^']*>'",
    ),
    (
        "EapFailure",
        "type=<event=8021x_eap_failure> port='<port:[^']*>' identity='<user:[^']*>'",
    ),
    (
        "EapSuccess",
        "type=<event=8021x_eap_success> radio='<radio:[^']*>' vap='<vap:[^']*>' identity='<user:[^']*>' aid='<aid:[^']*>'",
    ),
    (
        "EapFailure",
        "type=<event=8021x_eap_failure> radio='<radio:[^']*>' vap='<vap:[^']*>' identity='<user:[^']*>' aid='<aid:[^']*>'",
    ),
    (
        "RogueSsidDetected",
        "type=<event=rogue_ssid_detected> ssid='<ssid:[^']*>' bssid='<bssid:[^']*>' src='<source_mac:[^']*>' dst='<destination_mac:[^']*>'<? wired_mac='<wired_mac:[^']*>'?><? vlan_id='<vlan:[^']*>'?> channel='<channel:[^']*>' rssi='<rssi:[^']*>' fc_type='<fc_type:[^']*>' fc_subtype='<fc_subtype:[^']*>'",
    ),
    (
        "SsidSpoofingDetected",
        "type=<event=ssid_spoofing_detected> ssid='<ssid:[^']*>'<? vap='<vap:[^']*>'?> bssid='<bssid:[^']*>' src='<source_mac:[^']*>' dst='<destination_mac:[^']*>' channel='<channel:[^']*>' rssi='<rssi:[^']*>' fc_type='<fc_type:[^']*>' fc_subtype='<fc_subtype:[^']*>'",
    ),
]


def parse(lines):
    """Read the messages."""
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
