"""Secrets whose names stand elsewhere, and lines of the same forms that hold none; in the first ones @ is the secret.

Forms are divided by blank lines.
"""

from __future__ import annotations

SECRET = {
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
}

HARMLESS = """\
key chain MKA macsec
 key 10100000
  cryptographic-algorithm aes-256-cmac
 key 37c9c2c45ddd012a

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
