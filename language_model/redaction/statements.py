"""Statements that hold a secret, as the makes write them: a table in which whoever knows a make can add a line."""

from __future__ import annotations

STATEMENTS = """\
enable secret|password [level #] TYPE? SECRET encrypted|pbkdf2? [level #] [privilege #]
enable super-user-password|read-only-password|port-config-password TYPE? SECRET
enable telnet password TYPE? SECRET
username|user|user-name|local-user * ... password|secret TYPE? SECRET encrypted|pbkdf2|nt-encrypted|mschap? [role|privilege|level|group|attributes ...]
mgmtuser password * SECRET
vpdn|local-userid ... password TYPE? SECRET
mgmt-user * root|read-only|guest-provisioning|network-operations|location-api-mgmt SECRET
password manager|operator [user-name *] plaintext|sha1|sha256 SECRET
mpls ldp ... password option # for * TYPE? SECRET
ip msdp ... password peer * TYPE? SECRET
snmp-server|snmp mib? community-map|community map? TYPE? TYPE? SECRET context|engineid|user|security-name|target-list ...
area-authentication-mode|domain-authentication-mode simple|md5|hmac-md5|hmac-sha256 TYPE? SECRET [ip|osi|all-send-only|send-only|snp-packet ...]
configure snmpv3 add community TYPE? SECRET name TYPE? SECRET [user ...]
ip|ipv6 vrrp|vrrp-extended auth-type simple-text-auth|md5-auth TYPE? SECRET
snmp station * # SECRET v1|v2 ...
rmon event # log? trap SECRET [description|owner ...]
ipv6|ospf|ospfv3|area ... authentication ipsec spi # md5|sha1 TYPE? SECRET
ipv6|ospf|ospfv3|area ... encryption ipsec spi # esp null md5|sha1 TYPE? SECRET
ipv6|ospf|ospfv3|area ... encryption ipsec spi # esp des|3des|aes-cbc [128|192|256] TYPE? SECRET [md5|sha1 TYPE? SECRET]
set session-key inbound|outbound ah # SECRET
set session-key inbound|outbound esp # cipher SECRET [authenticator SECRET]
encryption [vlan *] key # [size 40bit|128bit] TYPE? SECRET transmit-key?
add password|userpassword|enablepassword|enablepasswd|passphrase * {SECRET} {SECRET}?
ntp authentication-key # ALGORITHM TYPE? SECRET #|encrypted?
ssh|ftp|ip|snmp|ppp|dot1x|cts|bind|mpls|isis|super|peer|neighbor|ldap ... password TYPE? VALUE [level-1|level-2]
ip|ipv6|ospf|ospfv3|area|message-digest-key|isis|ntp|mpls|vrrp|standby|glbp|eigrp|failover|ikev1|ikev2|authentication|server ... NAME TYPE? VALUE [timeout #] #?
ip|ipv6|ospf|area|message-digest-key|md5|authentication-key ... #? md5|md5-key|simple|plain|hmac-md5 #? TYPE? SECRET
ip nhrp|rip authentication string? SECRET
ip ospf md5-authentication key-id # key TYPE? SECRET
authentication key eigrp # SECRET key-id #
isis authentication key TYPE? SECRET
area-password|domain-password TYPE? SECRET authenticate snp validate|send-only
standby|vrrp|glbp # [peer] authentication|auth-data [text] SECRET
authentication text SECRET
key config-key password-encrypt|password-encryption|newpass SECRET [oldpass SECRET]
standby|vrrp|glbp|authentication ... md5 key-string TYPE? SECRET [timeout #]
failover key TYPE? SECRET
md5-password cipher|simple|plain * SECRET
hello-password|lsp-password|hello-authentication-key|message-digest-key ALGORITHM|text|clear|#? ALGORITHM? TYPE? VALUE
tacacs-server|radius-server|ldap-server|tacacs|radius ... key|secret|shared-secret TYPE? SECRET [authentication|accounting|timeout|retransmit|vrf ...]
address ipv4|ipv6 ... key TYPE? SECRET
server|server-private|client|ADDRESS ... key|secret|server-key TYPE? SECRET hash|hash2?
crypto isakmp|ikev1|ikev2 key TYPE? SECRET address|hostname * *?
pre-shared-key address|hostname * *? key TYPE? SECRET
primary|secondary|key authentication|accounting|authorization ... key? simple|cipher SECRET
super|local-user|snmp-agent|radius-server|hwtacacs-server|hwtacacs|peer|ospf|ospfv3|isis|rip|bgp|vrrp|ppp|ntp-service|ftp|authentication-mode|password|pre-shared-key|shared-key ... cipher|simple|plain|irreversible-cipher|hash SECRET
vrrp vrid # authentication-mode md5|simple SECRET
hwtacacs|radius server shared-key TYPE? SECRET
aaa-server * * host * SECRET [timeout #]
snmp-server community TYPE? SECRET [ro|rw|view|group|operator|manager|unrestricted|restricted|use-acl|ipv4|ipv6|# ...]
snmp-server|snmpv3 user * ... auth|auth-pass ALGORITHM TYPE? SECRET [priv ALGORITHM? #? TYPE? SECRET] [access|localizedkey|file|encrypted|engineid|ipv4 ...]
snmp-server|snmpv3 user * ... auth ALGORITHM auth-pass TYPE? SECRET [priv ALGORITHM priv-pass TYPE? SECRET]
snmp-agent community read|write TYPE? SECRET [mib-view|acl|alias ...]
snmp-agent usm-user v3 * ... authentication-mode ALGORITHM TYPE? SECRET [privacy-mode ALGORITHM TYPE? SECRET] [acl ...]
community SECRET r|rw|rwa|mgmt|vpls-mgmt [version ...]
create account admin|user|operator * TYPE? SECRET
configure snmp add community readonly|readwrite|read-only|read-write TYPE? SECRET
configure|/configure ... NAME TYPE? VALUE hash|hash2?
config mgmtuser|netuser|guestuser add * SECRET ...
config radius|tacacs auth|acct|athr add # ADDRESS # ascii|hex SECRET *?
config snmp community create|delete SECRET
config wlan security ... set-key ascii|hex SECRET #?
config ap mgmtuser add username * password SECRET [secret SECRET] *?
add snmp usm user ... auth-pass-phrase|auth-pass-phrase-hashed SECRET [privacy-pass-phrase|privacy-pass-phrase-hashed SECRET]
set|add ... snmp|snmp-setting community SECRET [authorization|read-only|read-write|clients|network ...]
set password old-password SECRET new-password SECRET
set|add ... NAME TYPE? VALUE [timeout|vrf|role|level|privilege ...]
set|add ... radius|tacplus|tacacs|psk|pre-shared-key|md5 ... key SECRET
set ... authentication-key # type ALGORITHM value SECRET
set key|psk TYPE? SECRET
createUser [-e *] * ALGORITHM SECRET [ALGORITHM SECRET]
rocommunity|rwcommunity|rocommunity6|rwcommunity6 SECRET ...
com2sec|com2sec6 [-Cn *] * * SECRET
requirepass|masterauth|auth_pass|rootpw|bindpw|trapcommunity SECRET
mka|macsec ... cak TYPE? SECRET [ckn ...]
key-octet-string TYPE? SECRET [cryptographic-algorithm *]
security ... psk pass-phrase|set-key|ascii|hex TYPE? SECRET [aes|tkip|ccmp|sha256 ...]
snmp-agent target-host ... securityname TYPE? SECRET [v1|v2c ...]
set snmp community read-only|read-write SECRET
crypto key import|export rsa * pem ... SECRET
crypto pki import|export * pem|pkcs12 ... des|3des|password SECRET
sap pmk SECRET [mode-list ...]
sa string-key|encryption-hex|authentication-hex inbound|outbound ah|esp TYPE? SECRET
localip|masterip|master-ip|peer-ip * ipsec SECRET
enable license SECRET
set pass|pw|passwd SECRET
password old SECRET new SECRET
test aaa group * [server *] * SECRET [new-code|legacy|port|count ...]
set radius|tacacs server # * # SECRET ...
pp auth username * SECRET
snmpv3 community index * name SECRET [sec-name|tag ...]
sntp|ntp authentication key-id # authentication-mode ALGORITHM key-value SECRET trusted?
authentication ALGORITHM SECRET privacy * SECRET hash|hash2?
snmpv3|snmp usr|user * md5|sha SECRET [aes|des SECRET]
set vpn ... pre-shared SECRET
event manager environment VARIABLE SECRET
cellular * ... chap|pap|chap_pap|pap_chap * SECRET [ipv4|ipv6|ipv4v6 ...]
cellular|lte|gsm|sim ... authenticate|unlock|lock|verify|change-pin pin? TYPE? SECRET SECRET? [slot #]
config snmp v3user create * ro|rw ALGORITHM|none ALGORITHM|none SECRET SECRET?
create|modify auth user * ... password SECRET ...
add snmp community SECRET all|any|read-only|read-write|* ...
set community SECRET ro|rw|read-only|read-write
bof password SECRET
create snmp community SECRET view|readonly|readwrite|read_only|read_write ...
pap|chap sent-username * password TYPE? SECRET
configure snmpv3 add user ... localized-key SECRET [privacy ... localized-key SECRET]
configure snmpv3 add user ... authentication ALGORITHM TYPE? SECRET [privacy ALGORITHM? TYPE? SECRET]
authentication pre-share key TYPE? SECRET
user * pass SECRET
add|set system user * ARGUMENT ...
key * 0|7|8a SECRET fallback?
add|set ... newpass|unlock-code SECRET
mpls ldp ... password for|fallback [#] TYPE? VALUE
option|list NAME|key SECRET
authCommunity|authcommunity * SECRET ...
... auth-pass|auth_pass * SECRET
MONITOR * # * SECRET primary|secondary|master|slave
smuxpeer|smuxsocket * SECRET
... : eap|xauth|psk|ntlm|pin "SECRET"
... : ntlm SECRET
... : pin * SECRET
... : rsa|ecdsa|p12|pkcs8|pkcs12 * %prompt
... : rsa|ecdsa|p12|pkcs8|pkcs12 * SECRET
... { key = SECRET }
... = des|crypt SECRET
... user-password|cleartext-password|nt-password|chap-password == SECRET ...
add|set|PATH ... NAME=SECRET ... NAME=SECRET ...
add|set|PATH ... NAME=SECRET ...
ENV=SECRET
export|setenv NAME=SECRET
"""  # noqa: E501
"""Each line is a statement from its first word, in small letters, to its last one:

- `a|b` one of these words, `x?` and `[x y]` what may be left out, `*` any word, `...` any number of words
- `#` a number, `ADDRESS`, `PATH` a menu such as /user, `ALGORITHM`, `TYPE` a type number or "cipher", "encrypted" ...
- `NAME` any word that names a secret (secret_words.py), `NAME=SECRET` assigned, `ENV=SECRET` at a line's beginning
- `VARIABLE` the same, also in capitals, or a word such as "tok" at its end
- `{SECRET}` the same, also in braces, which stay
- `ARGUMENT` what is hidden, except an option such as -timeout or /add; `"SECRET"` only within quotes
- `SECRET` what is hidden, whatever it looks like; `VALUE` the same where none of OPTIONS stands
"""

STATEMENTS_IN_BLOCKS = """\
key-string|psk TYPE? SECRET
simple-authentication SECRET [key-id #]
password|secret TYPE? VALUE
pre-shared-key local|remote TYPE? SECRET
wpa-psk ascii|hex # SECRET
NAME TYPE? VALUE hash|hash2|encrypted?
NAME TYPE? VALUE level-1|level-2
key TYPE? VALUE
key "SECRET" authentication|accounting ...
key = "SECRET"
... "SECRET" secret-data
"""
"""Statements that are so short that a person may write them as words: known in files only, without a list's mark."""

OPTIONS = """\
encryption encrypt policy policies strength strength-check history length minimum-length maximum-length complexity
recovery aging lifetime expiry expire prompt retry min-length max-length chain config-key generate zeroize import
export exchange pair label storage size rotation algorithm none enable disable enabled disabled
"""
"""Words behind "password", "secret" or "key" that are options of a statement, at a line's end too."""

TYPES = """\
clear cleartext clear-text plain plaintext plain-text simple cipher ciphertext cipher-text irreversible-cipher encrypted
unencrypted enc hash hash2 8a ascii ascii-text hex hexadecimal text localized
"""
"""What says how a secret is written."""
