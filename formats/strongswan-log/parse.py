"""Reads logs of strongSwan's charon, after "Logger Configuration" of the strongSwan documentation."""

from reading import enveloped, read_log

GROUP = r"(?P<thread_id>\d{2})\[(?P<component>APP|ASN|CFG|CHD|DMN|ENC|ESP|IKE|IMC|IMV|JOB|KNL|LIB|MGR|NET|PTS|TLS|TNC)\d?\](?: <(?:(?P<connection>[^|>\s]+)\|)?(?P<ike_sa_id>\d+)>)? "
HEADER = [
    *enveloped(GROUP, tag=r"(?:charon(?:-systemd|-nm|-custom)?|ipsec)"),
    rf"(?:(?P<timestamp_text>{{month day}}|{{iso}}) )?{GROUP}",
]
KINDS = {"pid": "int", "ike_sa_id": "int"}
HOST = "[<local_id?:[^\\]]*>]...<destination_address:[0-9A-Fa-f.:%]+>[<remote_id?:[^\\]]*>]"
SA = "<connection:[^\\s\\[]+>[<sa_id:int>]"
CHILD = "<child:[^\\s{]+>{<child_id:int>}"
EVENTS = [
    ("IkeSaEstablished", "IKE_SA " + SA + " established between <source_address:[0-9A-Fa-f.:%]+>" + HOST),
    ("IkeSaDeleted", "IKE_SA deleted"),
    ("DeletingIkeSa", "deleting IKE_SA " + SA + " between <source_address:[0-9A-Fa-f.:%]+>" + HOST),
    ("IkeSaStateChange", "IKE_SA " + SA + " state change: <old_state> => <new_state>"),
    ("ChildSaEstablished", "CHILD_SA " + CHILD + " established with SPIs <spi_in>_i <spi_out>_o and TS <traffic_selector:text>"),
    ("ChildSaEstablished", "<direction=outbound|inbound> CHILD_SA " + CHILD + " established with SPIs <spi_in>_i <spi_out>_o and TS <traffic_selector:text>"),
    ("ClosingChildSa", "closing CHILD_SA " + CHILD + " with SPIs <spi_in>_i (<bytes_in:int> bytes) <spi_out>_o (<bytes_out:int> bytes) and TS <traffic_selector:text>"),
    ("EstablishingChildSa", "establishing CHILD_SA <child:[^\\s{]+><?{<child_id:int><:\\}>?><? reqid <request_id:int>?>"),
    ("InitiatingIkeSa", "initiating <mode=IKE_SA|Main Mode IKE_SA|Aggressive Mode IKE_SA> " + SA + " to <destination_address>"),
    ("IsInitiating", "<source_address> is initiating an IKE_SA"),
    ("IsInitiating", "<source_address> is initiating a <mode=Main|Aggressive> Mode IKE_SA"),
    ("ReceivedPacket", "received packet: from <source_address>[<source_port:int>] to <destination_address>[<destination_port:int>] (<bytes:int> bytes)"),
    ("SendingPacket", "sending packet: from <source_address>[<source_port:int>] to <destination_address>[<destination_port:int>] (<bytes:int> bytes)"),
    ("Retransmit", "retransmit <count:int> of request with message ID <message_id:int>"),
    ("GivingUp", "giving up after <count:int> retransmits"),
    ("Parsed", "parsed <exchange> <kind=request|response> <message_id:int> [ <payloads:[^\\]]+> ]"),
    ("Generating", "generating <exchange> <kind=request|response> <message_id:int> [ <payloads:[^\\]]+> ]"),
    ("AuthenticationSuccessful", "authentication of '<remote_id:[^']+>' with <method:text> successful"),
    ("AuthenticationMyself", "authentication of '<local_id:[^']+>' (myself) with <method:text>"),
    ("ReceivedError", "received <error=[A-Z_]+> <kind=error notify|notify error|error>"),
    ("ReceivedNotifyError", "received <error=[A-Z_]+> notify, <reason:text>"),
    ("ReceivedProposalsUnacceptable", "received proposals unacceptable"),
    ("ReceivedProposals", "received proposals: <proposals:text>"),
    ("ConfiguredProposals", "configured proposals: <proposals:text>"),
    ("SelectedProposal", "selected proposal: <proposal:text>"),
    ("NoIkeConfigFound", "no IKE config found for <source_address:[0-9A-Fa-f.:%]+>...<destination_address:[0-9A-Fa-f.:%]+>, sending <error>"),
    ("NoMatchingPeerConfigFound", "no matching peer config found"),
    ("SelectedPeerConfig", "selected peer config '<connection:[^']+>'"),
    ("LookingForPeerConfigs", "looking for peer configs matching <source_address:[0-9A-Fa-f.:%]+>" + HOST),
    ("TrafficSelectorsInacceptable", "traffic selectors <local_selector:.+> === <remote_selector:\\S+> inacceptable"),
    ("FailedToEstablishChildSa", "failed to establish CHILD_SA, <detail:text>"),
    ("NoSharedKeyFound", "no shared key found for '<local_id:[^']+>'<? [<local_name:[^\\]]*>]?> - '<remote_id:[^']+>'<? [<remote_name:[^\\]]*><:\\]>?>"),
    ("TriedSharedKey", "tried <count:int> shared key for '<local_id:[^']+>' - '<remote_id:[^']+>', but MAC mismatched"),
    ("SendingDpdRequest", "sending DPD request"),
    ("SendingKeepAlive", "sending keep alive to <destination_address>[<destination_port:int>]"),
    ("LocalHostIsBehindNat", "local host is behind NAT, sending keep alives"),
    ("RemoteHostIsBehindNat", "remote host is behind NAT"),
    ("FakingNat", "faking NAT situation to enforce UDP encapsulation"),
    ("AssigningVirtualIp", "assigning virtual IP <address> to peer '<remote_id:[^']+>'"),
    ("InstallingNewVirtualIp", "installing new virtual IP <address>"),
    ("AssigningNewLease", "assigning new lease to '<remote_id:[^']+>'"),
    ("PeerRequestedVirtualIp", "peer requested virtual IP <address>"),
    ("ReceivedDeleteForIkeSa", "received DELETE for IKE_SA " + SA),
    ("ReceivedDeleteForChildSa", "received DELETE for ESP CHILD_SA with SPI <spi>"),
    ("SendingDeleteForIkeSa", "sending DELETE for IKE_SA " + SA),
    ("SendingDeleteForChildSa", "sending DELETE for ESP CHILD_SA with SPI <spi>"),
    ("SchedulingRekeying", "scheduling rekeying in <seconds:int>s"),
    ("SchedulingReauthentication", "scheduling reauthentication in <seconds:int>s"),
    ("MaximumIkeSaLifetime", "maximum IKE_SA lifetime <seconds:int>s"),
    ("ReceivedCertRequest", "received cert request for <subject:text>"),
    ("CertificateStatus", "using <kind=certificate|trusted certificate|trusted ca certificate|trusted intermediate ca certificate> \"<subject:[^\"]+>\""),
    ("VendorId", "received <name:text> vendor ID"),
    ("LoadedCertificate", "loaded <kind=certificate|ca certificate> \"<subject:[^\"]+>\" from '<path:[^']+>'"),
    ("AddedConfiguration", "added <kind=configuration|vici connection>: <connection>"),
    ("AddedConfiguration", "added configuration '<connection:[^']+>'"),
    ("ReceivedStroke", "received stroke: <action> '<connection:[^']+>'"),
    ("StartingCharon", "Starting IKE charon daemon (strongSwan <version:[^,]+>, <os:[^)]+>)"),
    ("CreatingAcquireJob", "creating acquire job for policy <policy:.+> with reqid {<request_id:int>}"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
