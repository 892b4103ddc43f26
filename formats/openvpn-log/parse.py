"""Reads logs of the OpenVPN server and client, after the OpenVPN reference manual and the program's own messages."""

from reading import enveloped, read_log

PEER = r"(?:(?:(?P<user>[\w.@-]{1,64})/)?(?:(?:tcp|udp)[46]?(?:-server)?:)?(?P<source_address>(?:\d{1,3}\.){3}\d{1,3}|\[?[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]+\]?):(?P<source_port>\d{1,5}) )?"
BEGINNING = r"(?=OpenVPN \d|library versions|TLS[ :]|VERIFY |\[\S+\] (?:Peer|Inactivity)|MULTI|Initialization Seq|Peer Connection|Control Channel|PUSH|SENT CONTROL|SIGUSR1\[|SIGTERM\[|AUTH_FAILED|Data Channel|Outgoing Data|Incoming Data|TUN/TAP|TCPv|UDPv|TCP/UDP|TCP connection|Attempting to|UID set|GID set|event_wait|WARNING: |NOTE: |MANAGEMENT: |Diffie-Hellman|Re-using|Socket Buffers|peer info|OPTIONS IMPORT|CRL:? |net_|do_ifconfig|Exiting due|Options error|Authenticate/Decrypt|Connection reset)"
HEADER = [
    *enveloped(PEER, tag=r"(?:ovpn-[\w.-]+|openvpn[\w@.-]*|nm-openvpn)"),
    rf"(?P<timestamp_text>[A-Z][a-z]{{2}} [A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d \d{{4}})(?: us=(?P<microseconds>\d+))? {PEER}{BEGINNING}",
    rf"(?P<timestamp_text>\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d)(?: us=(?P<microseconds>\d+))? {PEER}{BEGINNING}",
]
KINDS = {"pid": "int", "source_port": "int"}
EVENTS = [
    ("OpenVpnVersion", "OpenVPN <version> <platform><? <features:\\[.+>?> built on <built:text>"),
    ("LibraryVersions", "library versions: <versions:text>"),
    ("TlsInitialPacket", "TLS: Initial packet from [AF_INET<?6?>]<peer:\\S+>, sid=<session_id:[0-9a-f ]+>"),
    ("VerifyOk", "VERIFY OK: depth=<depth:int>, <subject:text>"),
    ("VerifyError", "VERIFY ERROR: depth=<depth:int>, error=<reason:[^:]+>: <subject:text>"),
    ("VerifyKuOk", "VERIFY KU OK"),
    ("VerifyEkuOk", "VERIFY EKU OK"),
    ("VerifyX509NameOk", "VERIFY X509NAME OK: <subject:text>"),
    ("ControlChannel", "Control Channel: <tls_version>, cipher <cipher:[^,]+><?, peer certificate: <certificate:[^,]+>?><?, <detail:text>?>"),
    ("PeerConnectionInitiated", "[<common_name:[^\\]]*>] Peer Connection Initiated with [AF_INET<?6?>]<source_address:[0-9.]+>:<source_port:int>"),
    ("PeerConnectionInitiated", "[<common_name:[^\\]]*>] Peer Connection Initiated with [AF_INET6]<source_address:[0-9A-Fa-f:]*[0-9A-Fa-f]>:<source_port:int>"),
    ("PeerConnectionInitiated", "Peer Connection Initiated with [AF_INET<?6?>]<peer>"),
    ("InactivityTimeout", "[<common_name:[^\\]]*>] Inactivity timeout (--ping-restart), restarting"),
    ("MultiPrimaryVirtualIp", "MULTI: primary virtual IP<?v6?> for <client:[^:\\s]+:\\S+>: <address>"),
    ("MultiSvaPoolReturned", "MULTI_sva: pool returned IPv4=<address:[^\\s,]+>, IPv6=<ipv6_address:.+>"),
    ("MultiLearn", "MULTI: Learn: <address> -> <client>"),
    ("MultiBadSourceAddress", "MULTI: bad source address from client [<address:[^\\]]+>], packet dropped"),
    ("MultiNewConnection", "MULTI: new connection by client '<client:[^']+>' will cause previous active sessions by this client to be dropped.<:.*>"),
    ("InitializationSequenceCompleted", "Initialization Sequence Completed<? <detail:With Errors.*>?>"),
    ("TlsKeyNegotiationFailed", "TLS Error: TLS key negotiation failed to occur within <seconds:int> seconds (check your network connectivity)"),
    ("TlsHandshakeFailed", "TLS Error: TLS handshake failed"),
    ("TlsErrorCannotLocateHmac", "TLS Error: cannot locate HMAC in incoming packet from [AF_INET<?6?>]<peer>"),
    ("TlsErrorIncomingPacketAuthenticationFailed", "TLS Error: incoming packet authentication failed from [AF_INET<?6?>]<peer>"),
    ("TlsAuthError", "TLS Auth Error: <reason:text>"),
    ("TlsError", "TLS_ERROR: <reason:text>"),
    ("TlsUsernamePasswordAuthentication", "TLS: Username/Password authentication <result:succeeded|deferred> for username '<user:[^']*>'<? <detail:.*>?>"),
    ("TlsSoftReset", "TLS: soft reset sec=<seconds:[0-9/]+> bytes=<bytes:[0-9/-]+> pkts=<packets:[0-9/]+>"),
    ("TlsError", "TLS Error: <reason:text>"),
    ("PushReceivedControlMessage", "PUSH: Received control message: '<text:text>'"),
    ("SentControl", "SENT CONTROL [<common_name:[^\\]]*>]: '<text:[^']*>' (status=<status:int>)"),
    ("DataChannelCipher", "<direction:Outgoing|Incoming> Data Channel: Cipher '<cipher:[^']+>' initialized with <bits:int> bit key"),
    ("DataChannelCipher", "Data Channel: using negotiated cipher '<cipher:[^']+>'"),
    ("DataChannelCipher", "Data Channel: cipher '<cipher:[^']+>'<?, <detail:text>?>"),
    ("PeerInfo", "peer info: <key:IV_[A-Z0-9_]+|UV_[A-Z0-9_]+>=<value:text>"),
    ("SigusrReceived", "SIGUSR1[<kind:soft|hard>,<reason:[^\\]]*>] received, <action:text>"),
    ("SigtermReceived", "SIGTERM[<kind:soft|hard>,<reason:[^\\]]*>] received, <action:text>"),
    ("AuthFailed", "AUTH: Received control message: AUTH_FAILED<?,<reason:text>?>"),
    ("ConnectionReset", "Connection reset, restarting [<code:-?[0-9]+>]"),
    ("TunDeviceOpened", "TUN/TAP device <interface> opened"),
    ("TcpConnectionEstablished", "TCP connection established with [AF_INET<?6?>]<peer>"),
    ("LinkLocal", "<protocol:(?:UDP|TCP)(?:v4|v6)?(?:_SERVER|_CLIENT)?> link local<? (bound)?>: <address:text>"),
    ("LinkRemote", "<protocol:(?:UDP|TCP)(?:v4|v6)?(?:_SERVER|_CLIENT)?> link remote: <address:text>"),
    ("DecryptPacketError", "Authenticate/Decrypt packet error: <reason:text>"),
    ("CrlLoaded", "CRL: loaded <count:int> CRLs from file <path>"),
    ("Warning", "WARNING: <text:text>"),
    ("OptionsError", "Options error: <reason:text>"),
    ("ExitingDueToFatalError", "Exiting due to fatal error"),
]  # fmt: skip


def parse(lines):
    return read_log(lines, HEADER, EVENTS, kinds=KINDS, templates=True)
