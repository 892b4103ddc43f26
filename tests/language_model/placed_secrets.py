"""Secrets whose names stand elsewhere, and lines of the same forms that hold none; in the first ones @ is the secret.

Forms are divided by blank lines.
"""

from __future__ import annotations

SECRET = {
    "what answers a prompt, and lists": """\
event manager applet backup
 action 010 cli command "ssh -l ann 10.1.0.9" pattern "[Pp]assword:"
 action 020 cli command "@"

event manager applet other
 action 1.5 cli command "enable" pattern "Enter passcode"
 action 1.6 cli command "@" pattern "#"

sim-pins:
  - @

pins:
- "@"

site_puks: ["@"]

apiVersion: v1
stringData:
  database: @

stringData: {ldap: "@"}
""",
    "pairs of name and value": """\
{"name": "ADMIN_PASSWORD", "value": "@"}

{"env":[{"name":"LOG_LEVEL","value":"info"},{"name":"DB_PASS","value":"@"}]}

{
  "name": "REDIS_PASSWORD",
  "value": "@"
}

{
  "value": "@",
  "name": "REDIS_PASSWORD"
}

{"key": "snmp_community", "value": "@"}

{"option": "wpa-psk", "val": "@"}

env:
  - name: DB_PASSWORD
    value: "@"

env:
  - value: @
    name: DB_PASSWORD

- {name: DB_PASSWORD, value: @}

variable "db_password" {
  type = string
  default = "@"
}

set { name = "adminPassword", value = "@" }

<property name="password" value="@"/>

<property name="password">@</property>

<property><name>password</name><value>@</value></property>

<property>
  <name>db.password</name>
  <value>@</value>
</property>

<add key="SmtpPassword" value="@" />
""",
    "a name above its value": """\
password: |
  @

password: >-
  @

admin_password: !vault |
          @

password:
  @

Username: bob
Password:
@
r1#show version

passwords:
  - @
  - other

PASSWORDS=(
  @
  other
)

PASSWORDS=(
  other
  @
)

passwords:
[
  '@',
]

passwords:
- "@"

? password
: @

{"password":
   "@"}

{"passwords":[
  "@",
  "b"
]}

{"passwords": ["@"]}

snmp_communities: [@]

snmp:
  communities:
    - @
    - other

args:
  - --password
  - @

command: ["redis-server", "--requirepass", "@"]

<password>
  @
</password>

<password><![CDATA[
@
]]></password>

<pre-shared-key><![CDATA[@]]></pre-shared-key>

<auth-user-pass>
bob
@
</auth-user-pass>

password: &shared @
""",
    "columns": """\
username,password,role
bob,@,admin
eve,b,guest

"user","passwd"
"bob","@"

hostname;ip;snmp_community
sw1;192.0.2.1;@

name	secret	note
bob	@	x

ip,login,enable secret
192.0.2.1,admin,@

| user | password |
|------|----------|
| bob | @ |

user      password      role
--------- ------------- -----
bob       @       admin

# client server secret IP addresses
bob pppoe @ 192.0.2.2

# Secrets for authentication using CHAP
"bob" * "@" *
""",
    "commands": """\
useradd -m -p '@' -s /bin/bash bob

echo bob:@ | chpasswd

echo '@' | passwd --stdin bob

echo @ | sudo -S reboot

chpasswd <<< "bob:@"

htpasswd -bc /etc/x bob @

net user bob @ /add

keytool -storepass @ -list

curl -H "Authorization: Bearer @" https://x.example

Cookie: JSESSIONID=@
""",
    "daemons and other makes": """\
bob : EAP "@"

bob : XAUTH "@"

: RSA key.pem "@"

user = bob {
  login = cleartext "@"
}

 user = bob { login = cleartext @ }

bob User-Password == "@"

add system user bob @

add system user bob @ -timeout 900

add ssl certKey c -cert a -key b -passcrypt "@"

set user bob newpass @

mpls ldp password for 10 @

stats auth bob:@

option key '@'

community @ {
    authorization read-only;
}

community @ { clients 192.0.2.0/24; }

date=2026-01-01 devname=fw cfgattr="psksecret[old->@]" msg=x

cfgattr="name[x]password[@]"

[user=bob][pwd=@]

PresharedKey = @

slack_token=@

"SNMP_COMMUNITY": {
    "@": {
        "TYPE": "RO"
    },
    "other": {
        "TYPE": "RW"
    }
}

"TACPLUS": {
  "global": {
    "passkey": "@"
  }
}

community @ {
    authorization ro
}

    usm-community "@" hash2 group g

nv set system snmp-server username u auth-md5 @

  key abcd 0 @

        set psksecret-remote @

<passwordagain>@</passwordagain>

host = h {
  key = "@"
}

Proxy-Authorization: Basic @

authCommunity log,execute @

log password=[@] user=[bob]

cfgattr="password[@->*]name[x]"

nv set system snmp-server readonly-community @ access any
""",
    "keys of YAML, and blocks of Terraform": """\
snmp-server:
  readonly-community:
    @:
      access: any

snmp-server:
  readonly-community-v6:
    '@':
      access:
        any: {}
    other: {}

snmp-server:
  trap-destination:
    192.0.2.9:
      community-password:
        @:
          version: 2c

snmp:
  communities:
    @: ro

snmp-server:
  username-auth:
    ann:
      auth-sha: @
      encrypt-aes: other

snmp-server:
  username-auth:
    ann:
      encrypt-des: @

variable "site_psks" {
  type    = map(string)
  default = { north = "@", south = "other" }
}

variable "radius_secrets" {
  default = [
    "other",
    "@",
  ]
}

variable "admin_pwd" {
  description = "The password of the manager"
  type        = string
  sensitive   = true
  nullable    = false
  validation {
    condition     = length(var.admin_pwd) > 11
    error_message = "Too short."
  }
  default = "@"
}
""",
    "modems": """\
cellular 0 lte profile create 1 apn.example chap ann @

cellular 0/1/0 gsm profile create 2 apn.example pap ann @ ipv4

cellular 0/2/0 lte profile create 2 apn.example pap_chap ann @ ipv4v6

 lte sim authenticate 0 @

 lte sim authenticate 0 @ slot 1

 lte sim authenticate 7 @

cellular 0 lte sim unlock @

cellular 0 lte sim change-pin @ @

set interfaces cl-0/0/0 cellular-options sim 1 unlock-code @
""",
    "records and outputs": """\
snmpd[1]: Connection from UDP: [192.0.2.9]: community "@" not valid

mgd[1]: UI_CFG_AUDIT_SET: User 'noc' set: [snmp community] <unconfigured> -> "@"

mgd[1]: UI_CFG_AUDIT_SET: User 'noc' set: [system radius-server 192.0.2.9 secret] -> "@"

# name:model:user:password:enable
r1:ios:ann:other:@

add snmp usm user u security-level authPriv auth-pass-phrase-hashed @

"primary_cak": "@"

crypto pki export TP pem terminal 3des @

crypto pki import TP pkcs12 tftp: password @

configure snmpv3 add user "u" engine-id 80:00:07:7c authentication md5 auth-encrypted localized-key @

snmpv3 community index "1" name "@" sec-name "x"

sntp authentication key-id 3 authentication-mode md5 key-value "@"

                    authentication sha @ privacy aes-128-cfb-key @

    pap = des @

radius-server key 8a @

ntp_keys:
  - id: 1
    type: md5
    value: @
""",
}

HARMLESS = """\
cellular 0 lte profile create 3 apn.example none

 lte sim data-profile 3 attach-profile 2 slot 0

cellular 0 lte sim activate slot 1

bgp:
  community:
    customers:
      rule: x

variable "secret_name" {
  default = "prod/netops/db1"
}

variable "password_length" {
  default = 24
}

mgd[1]: UI_CFG_AUDIT_SET: User 'noc' set: [interfaces ge-0/0/0 description] <unconfigured> -> "uplink77"

password_policy: Strong-Policy-9

psk_type: ascii

enable_secret: "{{ vault_enable }}"

username x password $password2

key "ddns-key" {

key chain MKA macsec
 key 10100000
  cryptographic-algorithm aes-256-cmac
 key 37c9c2c45ddd012a

event manager environment _key_chain KC-9

event manager environment _cron_entry 0-59/2

{"name": "LOG_LEVEL", "value": "debug"}

{"name": "password", "type": "string", "default": null}

- name: DB_PASSWORD
  valueFrom:
    secretKeyRef:
      name: dbcreds
      key: topkey

secrets:
  dbsecret:
    file: ./db.txt

secrets:
  - db_password
  - wire-secret

Password:
r1#show version

Password:

interface Gi0/1

name,ip,role
bob,192.0.2.1,admin

policy-options {
  community CUSTOMERS {
    members 65000:100;
  }
}

user * {
    class operator;
}

username <User> secret <secret>
ip ospf bfd

channel-group * active
lag * lacp

communities: [CUSTOMERS]

bgp:
  communities:
    - CUSTOMERS

imagePullSecrets:
  - name: registry

password:
  secretKeyRef:
    name: x

set system user bob -timeout 900

password = self.password

password: settings.db

docs: https://x.example/a:b
"""
