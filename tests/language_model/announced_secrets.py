"""Secrets that something announces, with words, lines or signs between; and lines of the same forms that hold none.

@ is the secret. Forms are divided by blank lines, as in `placed_secrets.py`.
"""

from __future__ import annotations

SECRET = {
    "options between the word and the value": """\
mpls ldp password option 3 for 22 @

mpls ldp vrf BLUE password option 1 for LDP-PEERS 0 @

mpls ldp password option 4 for 22 7 @

ip msdp password peer 192.0.2.8 0 @

ip msdp vrf RED password peer 192.0.2.8 @

snmp-server community-map @ engineid 8000000903

snmp-server community-map encrypted @ context VLAN-7

snmp-server community-map encrypted 7 @ context VLAN-7

snmp mib community-map @ context VLAN-7

 area-authentication-mode simple @

 domain-authentication-mode simple @ ip

 ospf authentication-mode simple plain @

 md5-password plain 192.0.2.5 @

 md5-password cipher 192.0.2.5 @

configure snmpv3 add community @ name "@" user v1v2c_ro

 ip vrrp auth-type simple-text-auth @

 ip vrrp-extended auth-type simple-text-auth @

snmp community map "@" user "nms" on

snmp station 192.0.2.9 162 "@" v1 enable

rmon event 4 log trap @ owner ops

trapcommunity @
""",
    "keys of IPsec and WEP": """\
 ospfv3 authentication ipsec spi 700 sha1 @

 ospfv3 encryption ipsec spi 700 esp 3des @ md5 @

 area 3 authentication ipsec spi 700 md5 7 @

 ipv6 ospf encryption ipsec spi 700 esp aes-cbc 256 0 @ sha1 0 @

 area 3 virtual-link 192.0.2.1 encryption ipsec spi 700 esp null md5 @

set session-key outbound ah 300 @

set session-key outbound esp 300 cipher @ authenticator @

 encryption key 3 size 40bit @

 encryption vlan 40 key 1 size 128bit 7 @ transmit-key
""",
    "a value on the next line": """\
        authentication-key
            "@";

bgp { group g { authentication-key
 "@"; } }

        pre-shared-key ascii-text
            "@";

snmp-server community \\
  @ ro

radius-server host 192.0.2.1 \\
  key \\
  @

add name=ann service=pptp password=\\
    @ profile=branch

add name=ann password=\\
    "@"

api_secret = \"\"\"
@
\"\"\"

client_secret = '''
@
'''
""",
    "documents of secrets": """\
apiVersion: v1
kind: Secret
metadata:
  name: web-login
type: Opaque
data:
  first: @
  second: "@"

kind: Secret
stringData:
  first: @
  second: |
    @
metadata:
  name: web-login

{"apiVersion":"v1","kind":"Secret","data":{"first":"@","second":"@"}}

{
  "kind": "Secret",
  "data": {
    "first": "@"
  }
}

add password core* @ @

add password * {@} {@}

add userpassword core {@}

add passphrase core {@}

: RSA gate.pem @

: ECDSA gate.pem "@"
""",
    "statements of databases": """\
CREATE USER 'ann' IDENTIFIED BY '@';

create user ann identified with caching_sha2_password by '@';

ALTER USER ann IDENTIFIED BY @;

SET PASSWORD FOR 'ann' = '@';

SET PASSWORD = PASSWORD('@');
""",
    "outputs": """\
r9#show key chain
Key-chain EDGE:
    key 7 -- text "@"

r9# show snmp community
Community            Group / Access      context    acl_filter
---------            --------------      -------    ----------
@          network-operator

r9#show snmp community
Community name: @
Community Index: cisco7

Keyring      Hostname/Address                            Preshared Key
\x20
default      192.0.2.77                                  @
""",
    "names that were not known": """\
SECRET_KEY_BASE=@

export AZURE_PAT=@

   exec /usr/bin/TerminAttr -ingestauth=key,@ -taillogs

   exec /usr/bin/TerminAttr -cvaddr=192.0.2.1:9910 -cvauth=key,@

Kennwort: @

contraseña: @

mot de passe : @

htpasswd -b /etc/users ann @

job: htpasswd -cbB /etc/users ann @

ssh-keygen -t ed25519 -N @ -f id
""",
    "disguised words": """\
username ann pass\u200bword @

enable sec\u00adret @

enable \uff53\uff45\uff43\uff52\uff45\uff54 @

radius-server k\u0435y @

snmp-server c\u043emmunity @ ro

\U0001d429assword: @

tacacs-server ke\u2060y @
""",
}
IN_LOGS = """\
{"issuer": "a", "bearer": "@"}

expect -c 'spawn ssh r1; send "@\\r"'

  send -- "@\\r"

send \\"@\\n\\"

Mar  3 10:00:00 h radiusd: Login incorrect: [carl/@] (from client nas3 port 7 cli 00-11-22-33-44-55)

Mar  3 10:00:00 h radiusd: (7) Login OK: [carl/@] (from client nas3 port 7)

Mar  3 10:00:00 h radiusd: Invalid user (pap: no such user): [carl/@] (from client nas3 port 7)

Mar  3 10:00:00 h app: the API key is @

Mar  3 10:00:00 h app: password reset to "@" by ann

Mar  3 10:00:00 h app: passwd was changed to @

Mar  3 10:00:00 h app: user carl changed secret from @ to @

Mar  3 10:00:00 h app: password (@) refused for carl

Mar  3 10:00:00 h app: new password -> @

Mar  3 10:00:00 h app: the PSK for 192.0.2.4 is @

Mar  3 10:00:00 h snmpd: bad community name @ from 192.0.2.4

Mar  3 10:00:00 h x: %SNMP-3-AUTHFAIL: request from host 192.0.2.4 community @

Mar  3 10:00:00 h app: the community string was @

! Password for helpdesk is: "@"

! Password for helpdesk is: "@ and more"

   http-raw-request GET / HTTP/1.0\\r\\nAuthorization: Basic @

job,host,secret,enable
1,core9,@,@
"""
"""What a log tells only where letters and digits are mixed in it."""
HARMLESS = """\
 authentication md5-of-tunnels

 authentication sha256-branch-class

typed = getpass.getpass("Type the password of rack-17 ")

answer = input(f"Passphrase for key-90a: ")

send "show interface Gi1/0/12\\r"

contact: sip:line4711x@pbx.example.net

gpio:
  pins_out: 17

gpio_pins:
  - 17

mpls ldp password option 3 for 22 key-chain EDGE

mpls ldp password option 3 for LDP-PEERS key-chain EDGE

mpls ldp password required for 22

 area 3 authentication ipsec spi 700 md5

 encryption mode ciphers aes-ccm tkip

 encryption vlan 40 mode ciphers aes-ccm

 ospf authentication-mode simple

 authentication-mode aaa

 authentication-mode scheme

rmon event 4 log owner ops

kind: ConfigMap
data:
  first: wintermelon77x

kind: Secret
metadata:
  name: web-login-7x
  namespace: shop22b
type: kubernetes.io/tls

apiVersion: v1
kind: Secret
metadata:
  name: web-login
---
kind: ConfigMap
data:
  first: wintermelon77x

add user * admin7netops

add method core* ssh

add autoenable core* 1

: RSA gate.pem

: RSA gate.pem %prompt

Mar  3 10:00:00 h radiusd: Login OK: [carl] (from client nas3 port 7)

Mar  3 10:00:00 h radiusd: Login OK: [carl/<via Auth-Type = EAP>] (from client nas3 port 7)

Mar  3 10:00:00 h app: password was changed to comply with policy P7x2kq

Mar  3 10:00:00 h app: password for carl changed from 192.0.2.4

Mar  3 10:00:00 h app: password changed from web at 10:00:00

Mar  3 10:00:00 h app: the key is in slot 7

Mar  3 10:00:00 h app: community changed from 65000:1 to 65000:2

Mar  3 10:00:00 h app: secret set to expire on 2026-04-01

Mar  3 10:00:00 h app: password (again) refused for carl

   exec /usr/bin/TerminAttr -cvauth=token,/tmp/token -taillogs

   exec /usr/bin/TerminAttr -cvauth=token-secure,/tmp/cv-onboarding-token

Mar  3 10:00:00 h app: opening wtoken = AppToken{9f4ef63 token=Token{a64f992 Record{7f u0}}}

file_path=/var/log/x7Kq2mPw9zT

\u041f\u0430\u0440\u043e\u043b\u044c changed

interface Gi0/1
 description B\u00fcro 4, S\u00fcd\u200bseite x7Kq2mPw9zT

r9#show key chain
Key-chain EDGE:
    key 7 -- text ""
        accept lifetime (always valid) - (always valid) [valid now]

ssh-keygen -t ed25519 -f id_ed25519

SET PASSWORD = PASSWORD(?);
"""
