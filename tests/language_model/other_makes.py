"""Secrets in further makes, each between «»: written after the rules, which left 7 of 78 at the first run."""

from __future__ import annotations

OTHER_MAKES = {
    "VyOS": """\
set system login user vyos authentication plaintext-password «Ab7kQz92mm»
set system login user vyos authentication encrypted-password '«$6$QxPS.uk6mfo$9QBSo8u1FkH16gMyAVhus6fU3LOzvLR9Z9»'
set vpn ipsec authentication psk AZ secret '«wIld-goose-77»'
set protocols ospf interface eth0 authentication md5 key-id 10 md5-key '«Hf93jKq2»'
set service snmp community «qU1etPond4» authorization ro
set interfaces wireguard wg0 private-key '«4EPhkUL0N5fPBB0fF1oLSUdyqVhZ7mtXmoe2vJKQjWk=»'
set protocols bgp neighbor 192.0.2.1 password '«Lm81nopQ»'
    """,
    "ASA": """\
enable password «8Ry2YjIyt7RRXU24» encrypted
passwd «2KFQnbNIdI.2KYOU» encrypted
username admin password «3USUcOPFUiMCO4Jk» encrypted privilege 15
tunnel-group 192.0.2.1 ipsec-attributes
 ikev1 pre-shared-key «Vp77-tunnel»
 ikev2 remote-authentication pre-shared-key «Vp88-tunnel»
aaa-server TAC (inside) host 192.0.2.5
 key «Tac-9key-1»
snmp-server host inside 192.0.2.9 community «n3tmon88» version 2c
snmp-server community «n3tmon89»
failover key «Fo77over!»
 ldap-login-password «Ld4pBind9»
    """,
    "EXOS": """\
configure account admin encrypted "«$5$xPq1Zs$F3oU0kMkYtW0Wc8mHh1hJb9Q»"
configure snmp add community readonly encrypted "«r>/<k2~a]0qZ»"
configure radius mgmt-access primary shared-secret encrypted "«#$Kl9uPd2Qw==»"
configure tacacs primary shared-secret encrypted "«#$Pz3uKd7Qa==»"
    """,
    "Dell OS10": """\
username admin password «$6$q9QBeYjZ$jfxzVqGhkxX3smxJSH9DDz7/3OJc6m5wjF8nnLD7/» role sysadmin
snmp-server community «Zeta-77-ro» ro
tacacs-server host 192.0.2.4 key 9 «db4b5b8e9ac01bfae5af8c2ac5b8c1a3b8a4ff»
radius-server host 192.0.2.5 key «Rad1us!xy»
crypto ikev2 psk «Dell-psk-19»
    """,
    "Aruba CX": """\
user admin group administrators password ciphertext «AQBapdnJkQ3yqzXvZ1lJ0tVYgAAAAZkr8Vw==»
snmp-server community «Cx-comm-5»
snmpv3 user mon auth sha auth-pass ciphertext «AQBapZ1kQw9yqzXv» priv aes priv-pass ciphertext «AQBapY2kQe8yqzXu»
radius-server key plaintext «RadCx-55»
    neighbor 192.0.2.9 password ciphertext «AQBapX3kQr7yqzXt»
    """,
    "MikroTik": """\
/ip hotspot user
add name=guest password=«Gu3st-77»
/interface l2tp-client
add connect-to=192.0.2.1 name=l2 user=ops password=«Tu77nel!»
/routing bgp connection
add name=p1 tcp-md5-key=«Md5-99key»
/snmp community
add name=«Sn-mik-77» addresses=10.0.0.0/8
/tool e-mail
set address=192.0.2.25 password=«Ma1l-77»
    """,
    "Check Point Gaia": """\
set user admin password-hash «$6$rounds=10000$AbCdEfGh$zyxwvutsrqponmlkjihgfedcba987654»
set snmp community «Gaia-77c» read-only
set aaa radius-servers priority 1 host 192.0.2.5 port 1812 secret «Gaia-rad-8»
set expert-password-hash «$1$AbCdEfGh$zyxwvutsrqponmlk987654»
add tacacs-server priority 1 host 192.0.2.6 key «Gaia-tac-9»
    """,
    "pfSense": """\
<system><user><name>admin</name><bcrypt-hash>«$2y$10$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUV0123456789»</bcrypt-hash></user></system>
<ipsec><phase1><pre-shared-key>«Pf-psk-771»</pre-shared-key></phase1></ipsec>
<rocommunity>«Pf-comm-5»</rocommunity>
<radius_secret>«Pf-rad-9a»</radius_secret>
    """,
    "UniFi, EdgeOS": """\
set interfaces ethernet eth0 pppoe 0 password «Pppoe-772»
set service dns dynamic interface eth0 service dyndns password «Dyn-7723»
set system login user ubnt authentication encrypted-password «$5$abcdefgh$ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi0123456»
x_passphrase: «wifi-Pass-42»
x_iapp_key: «3f2a9c8b7d6e5f4a3b2c1d0e9f8a7b6c»
    """,
    "Linux": """\
wpa_passphrase=«Hostapd-91»
  psk=«0123abcd4567ef890123abcd4567ef890123abcd4567ef890123abcd4567ef89»
rootpw «{SSHA}K3h9dWb2cXnG9yQwZrTt5PfM1sLkJ8»
 password «Frr-zebra-7»
 ip ospf message-digest-key 1 md5 «Frr-md5-77»
  auth_pass «Keep8lvd»
ldap_default_authtok = «Sssd-tok-5»
secret_backend_token = "«hvs.CAESIJ8abcDEF1234567890xyzABCdef»"
    "smtp_pass": "«Sm-tp-551»",
requirepass «R3dis-pw-1»
    """,
    "IOS XR": """\
username cisco1
 secret 10 «$6$Yq1Zs/abcdef$zyxwvutsrqponmlkjihgfedcba987654ABCDEF»
tacacs-server host 192.0.2.4 port 49
 key 7 «0822455D0A16544541»
snmp-server community «Xr-comm-91» RO SystemOwner
router bgp 1
 neighbor 192.0.2.1
  password encrypted «094F471A1A0A464058»
key chain OSPF
 key 1
  key-string password «13061E010803557878»
    """,
    "Arista": """\
username ann secret sha512 «$6$uZ1abcDEF$zyxwvutsrqponmlkjihgfedcba987654ABC»
enable password sha512 «$6$aa1abcDEF$zyxwvutsrqponmlkjihgfedcba987654ABC»
snmp-server community «Eos-comm-3» ro
tacacs-server key 7 «0207165218120E»
   neighbor 192.0.2.1 password 7 «1SnVZTwMwjFKeSbmFpaTsA==»
ntp authentication-key 1 md5 7 «0958530A18»
    """,
    "logs": """\
Nov  3 10:00:01 h sshd[9]: debug1: userauth-request for user ops password «Typed-9wrong»
2026-01-01T00:00:00Z app login failed user=ann pwd=«Typed-8wrong»
Jan 2 10:11:12 fw vpn: psk mismatch, configured psk «Log-psk-77»
<189>Oct 1 10:00:00 r1 %SYS-6-CMD: snmp-server community «Log-comm-7» rw
GET /api/v1?access_token=«ya29a0AfH6SMBxyz12345ABCDE» 200
    """,
}
