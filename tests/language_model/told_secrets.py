"""Secrets that a word, section, command or sentence announces, in forms divided by blank lines; § is the secret."""

from __future__ import annotations

ANNOUNCED = {
    "configurations": """\
 simple-authentication § key-id 4

set password old-password § new-password §

vrrp 4 auth-data §

enable super-user-pass §

 wpa-passphrase ascii §

 encryption-password §

 authentication-type md5 authentication-secret §

eapol-password §

 wpa3-sae-password §

set system login user ops authentication simple-password §

 chap-secret §

 ipsec ike pre-shared-key 1 text §

login password §

administrator password §

pp auth username joe §

 tunnel-password §

bgp peer-group G md5 key §

rip md5 key-id 3 hash-algo md5 key §

 key-id 7 hash-algo sha256 key §

key 3 algorithm hmac-sha-1 value §

set protocols isis authentication-key 2 type md5 value §

snmp-server host 10.3.3.3 version 2c clear §

snmp trap-target 10.3.3.3 version 1 community-string §

password old § new §

tacacs add server 10.1.1.1 timeout 5 encrypted no key §

ospf interface v10 authentication md5 1 §

vrrp vrid 5 authentication simple-password §

macsec pre-shared cak-name abcd cak-value §

lldp secret-key §

mlag domain 3 authentication hmac-sha key §

sa authentication-key ascii §

isis level 2 authentication md5 key 1 §

keychain KC key 5 string §

snmpv3 user ops auth sha §

snmpv3 usr ops sha § aes §

sntp server 10.0.0.9 key-value §

set service dns dynamic interface eth0 service dyndns login joe key §

http-server auth basic user web pw §

set vpn l2tp remote-access ipsec-settings authentication pre-shared §

wireless security wep key1 §

   passphrase-string "§"

cellular apn a user u pwd §

psql postgresql://ops:§@h/db
""",
    "logged and typed commands": """\
%PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:ena passw §

%PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:snmp-s comm § RO

%PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:usern bob pri 15 secr §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:tacacs-s key §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:radius-s ke §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:cry isak key § addr 10.1.1.1

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:neigh 10.9.9.9 passw §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:ip ospf mess 1 md5 §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:stand 3 auth §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:pass §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:key-s §

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:ppp pap sent-u joe pass §

May  3 11:00:00 sw9 %SYS-5-CMD: admin executed: pre-shared remote §

May  3 11:00:00 sw9 %SYS-5-CMD: admin executed: snmp-server user bob grp v3 auth sha §
""",
    "sections": """\
radius: {secret_key: §}

radius:
  servers:
    - host: 10.0.0.3
      key: §

ospf:
  authentication:
    type: md5
    key: §

tacacs_servers:
  - address: 10.0.0.3
    shared: §

credentials:
  core1: §
  core2: §

passwords:
  core1: §
  core2: §

secrets:
  first: §

communities:
  ro: §
  rw: §

snmp:
  ro: §

snmp:
  community:
    - §

snmp_communities: [§, §]

logins:
  - {user: joe, pass: §}

auth:
  user: joe
  pass: §

  otp_seed: §

  recovery_code: §

  secret_answer: §

  recovery_phrase: "§"

  md5_key: §

  wifi_pass: §

  keyfile_pass: §

  bgp_md5: §

  default_creds: joe:§

  login_credentials: joe/§

{"radius": {"host": "10.0.0.4", "key": "§"}}

{"snmp": {"community": "§", "port": 161}}

{"ntp": {"keys": [{"id": 1, "type": "md5", "value": "§"}]}}

{"credentials": {"user": "ops", "value": "§"}}

{"argv": ["login", "-u", "ops", "-p", "§"]}

{"command": "sshpass -p § ssh ops@h"}

{"auth_token": "§", "sessionKey": "§"}

{"pass": "§"}

{"wifi": {"ssid": "x", "psk": "§"}}

[snmp]
ro = §
rw = §

[passwords]
10.1.1.9 = §

[secrets]
a = §

[credentials]
joe = §

[communities]
core = §

[tacacs]
key = §

<radius><server>10.0.0.1</server><key>§</key></radius>

<credential><name>joe</name><value>§</value></credential>

<authPass>§</authPass>

<communities><community>§</community></communities>

<user name="joe" pass="§"/>

locals {
  passwords = { core = "§" }
}

snmp_community_strings = ["§"]

logins = { joe = "§" }

pw = §
""",
    "command lines": """\
snmpwalk -v2c -c§ 10.4.4.4

snmpbulkget -v 2c -c § 10.4.4.4

plink -ssh -l ops -pw § 10.1.1.1

pscp -pw § a b

lftp -u ops,§ h

unzip -P § a.zip

rar x -p§ a.rar

xfreerdp3 /u:ops /p:'§' /v:h

wget --user=ops --http-password=§ https://h

mongosh -u ops -p § h

az login -u ops -p §

winexe -U ops%§ //h cmd

vncpasswd -f <<< §

nmcli dev wifi connect HOME password §

iwconfig wlan0 key s:§

crackmapexec smb h -u ops -p §

evil-winrm -i h -u ops -p §

kinit ops <<< §
""",
    "logs": """\
May  3 11:00:00 h1 audit: type=EXECVE argc=5 a0="curl" a1="-u" a2="ops:§" a3="https://h"

May  3 11:00:00 h1 audit: type=EXECVE argc=4 a0="snmpget" a1="-v2c" a2="-c" a3="§"

May  3 11:00:00 h1 audit: type=EXECVE argc=3 a0="openssl" a1="-passin" a2="§"

May  3 11:00:00 h1 cron[4]: (root) CMD (mysqldump -p§ db)

May  3 11:00:00 h1 sudo: joe : COMMAND=/usr/bin/smbclient -U joe%§ //h/x

May  3 11:00:00 h1 snmpd[9]: bad community name "§" from 10.0.0.3

May  3 11:00:00 h1 snmptrapd: unknown community: § (10.0.0.9)

May  3 11:00:00 h1 app: community changed from § to §

May  3 11:00:00 h1 app: using credentials ops/§ for 10.3.3.3

May  3 11:00:00 h1 app: logged in with default password §

May  3 11:00:00 h1 app: new password '§' set for user joe

May  3 11:00:00 h1 app: radius shared secret: §

May  3 11:00:00 h1 app: wpa passphrase "§" rejected

May  3 11:00:00 h1 ftpd: USER ops PASS §

May  3 11:00:00 h1 pop3d: command PASS §

May  3 11:00:00 h1 proxy: GET /login?user=ops&pass=§ 200

May  3 11:00:00 h1 app: enable password is §
""",
    "texts": """\
Log in with ops / §

Login: ops, password: §

Password for the console: §

The enable password is §.

Use the passphrase § for the guests.

SNMP community (read-write): §

the community string is §

old password: § new password: §

The secret was changed from § to §.

p/w § for user ops

pass-phrase: §

Kennwort: §

Wachtwoord: §

Mot de passe : §

Contraseña: §

Senha: §

Hasło: §

Heslo: §

Lösenord: §

Parola: §

Salasana: §

密码: §

密碼\uff1a§

パスワード: §

비밀번호: §

Пароль: §

Das Kennwort lautet §.

La clave de acceso es §.

Secret key: §

API key: §
""",
    "names of any compound": """\
"snmp_rw": "§"

snmp_ro = §

<item Name="SNMP.2#ReadCommunity">§</item>

set crypto gateway "G" preshare "§" proposal "p1"

<wifi><kind>wpa2</kind><keyMaterial>§</keyMaterial></wifi>

User(privKey="§")

vrrp interface bond0 authtype simple §

set service api keys id K1 key '§'
""",
    "more than one on a line": """\
snmp-agent usm-user v3 ann authentication-mode sha simple § privacy-mode aes128 simple hidden!

set snmp usm user ann auth-pass-phrase § privacy-pass-phrase Other9Word
""",
    "tables in SQL and lists of lists": """\
INSERT INTO hosts (name, community, snmp_ro) VALUES ('r1','x','§'),('r2','y','other');

insert into logins (id, user_name, passwd)
values
(7, 'ann', '§'),

COPY logins (id, name, password) FROM stdin;
7\tann\t§

"SNMP_COMMUNITY": {"§": {"TYPE": "RO"}, "b": {}}

"snmp-server": {"vendor-snmp:community-config": [{"name": "§", "permission": "ro"}]}

<community-config><name>§</name><permission>ro</permission></community-config>

$settings['snmp']['community'] = array('public', '§');

chpasswd:
  list: |
    ann:§
""",
    "scripts": """\
expect "Password: "
send "§\\r"

tn.read_until(b"password:")
tn.write(b"§\\n")

login("192.0.2.7", 22, "ann", "§")

PW = os.environ.get("NET_PASSWORD", "§")

CommunityData("§", mpModel=1)

libexec/check_load_of -H r1.example.net -C § -w 5

net use \\\\files\\share § /user:X\\ann

net use Z: \\\\files\\share /user:ann §

rasdial "Office" ann §

acl setuser ann on ~* +@all >§

sentinel auth-pass group1 §

MONITOR ups9@192.0.2.9 1 ann § secondary

masterip 192.0.2.7 ipsec §
""",
    "sentences with a place": """\
The SNMP string on the routers is §, please note.

The enable password of r1 is §!

app[2]: reset password of ann to §

[{"text": "enable on all lab switches: §"}]
""",
}

HARMLESS = """\
password for the console: required

Passwort ist ein Pflichtfeld

The password is stored encrypted.

The community is changed by the route map.

auth required pam_unix.so

key-id 7 hash-algo sha256

ntp server 192.0.2.1 key 33333

r1#show authentication sessions

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:key chain CORE-KEYS

May  3 11:00:00 sw9 %PARSER-5-CFGLOG_LOGGEDCMD: User:ops  logged command:interface Ethernet1

journalctl -u sshd -p warning

docker run -u root -p 8080:80 web

bgp:
  communities:
    customers: "65000:100"

secrets:
  db:
    file: ./db.txt
    external: true

tacacs:
  server: tac1
  timeout: 10

def shuffle(values, seed=None):

scriptpath="`pwd`/run"

directory $PWD points there

Ignore any local credentials/config files

login: root/administrator

parser.add_argument("--access-token", type=str)

Invalid username/password. From: 192.0.2.7.

"GET /lost-password HTTP/1.1" 200 12

 description secret path uplink to community house

 description key customer: Example

snmp-server location Secret Harbor Building

aaa password restriction

interface Ten-GigabitEthernet1_0_49

Which VLANs pass Ten-GigabitEthernet1/0/25?

Which VLANs pass GigabitEthernet0/0/2?

INSERT INTO sites (id, name, password_policy) VALUES (1,'Bern','strict');

expect "Password: "
send "\\r"

check_http -H r1.example.net -C 30

set vrrp interface bond0 authtype simple
"""
