"""Statements of 22 makes that hold a secret, written from memory; @ is the secret, and "@" one with spaces, too."""

from __future__ import annotations

STATEMENTS = {
    "IOS": """\
enable secret @
event manager environment _pw @
event manager environment _pass @
event manager environment _key @
enable secret 0 @
enable secret level 7 0 @
enable password @
enable password level 5 @
username bob password @
username bob password 0 @
username bob secret @
username bob privilege 15 secret @
username bob privilege 15 password 0 @
username bob common-criteria-policy P secret 0 @
 password @
 password 0 @
 key-string @
 key-string 0 @
tacacs-server key @
tacacs-server host 192.0.2.1 key @
tacacs-server host 192.0.2.1 single-connection timeout 5 key @
radius-server key 0 @
radius-server host 192.0.2.1 auth-port 1812 acct-port 1813 key @
 address ipv4 192.0.2.1 auth-port 1812 acct-port 1813 key @
 server-private 192.0.2.1 key @
crypto isakmp key @ address 192.0.2.1
crypto isakmp key 0 @ address 192.0.2.1 255.255.255.255
crypto isakmp key @ hostname peer.example
 pre-shared-key @
 pre-shared-key local @
 pre-shared-key remote 0 @
 pre-shared-key address 192.0.2.1 key @
 neighbor 192.0.2.1 password @
 neighbor PEERS password 0 @
 ip ospf authentication-key @
 ip ospf authentication-key 0 @
 ip ospf message-digest-key 1 md5 @
 ip ospf message-digest-key 1 md5 0 @
 area 0 virtual-link 192.0.2.1 message-digest-key 1 md5 @
 area 0 virtual-link 192.0.2.1 authentication-key @
 isis password @
 isis password @ level-1
 area-password @
 domain-password @ authenticate snp validate
 standby 1 authentication @
 standby 1 authentication text @
 standby 1 authentication md5 key-string @
 standby 1 authentication md5 key-string 0 @ timeout 30
 vrrp 1 authentication @
 vrrp 1 authentication text @
 glbp 1 authentication text @
 ppp chap password @
 ppp chap password 0 @
 ppp pap sent-username bob password @
 ppp pap sent-username bob password 0 @
ntp authentication-key 1 md5 @
snmp-server community @ RO
snmp-server community @ view V RO 10
snmp-server community @
snmp-server host 192.0.2.1 version 2c @
snmp-server host 192.0.2.1 @
snmp-server user u g v3 auth sha @
snmp-server user u g v3 auth sha @ priv aes 128 @
ip ftp password @
ip http client password @
 wpa-psk ascii @
 wpa-psk ascii 0 @
key config-key password-encrypt @
mpls ldp neighbor 192.0.2.1 password @
 ip nhrp authentication @
 cts credentials id dev password @
 dot1x password @
 client 192.0.2.1 server-key @
 ldap-login-password @
 bind authenticate root-dn cn=admin password @
""",
    "NX-OS": """\
username bob password @ role network-admin
username bob password 0 @ role network-admin
snmp-server user u network-admin auth md5 @ priv @
snmp-server user u network-admin auth sha @ priv aes-128 @ localizedkey
snmp-server community @ group network-operator
snmp-server community @ ro
snmp-server host 192.0.2.1 traps version 2c @
radius-server host 192.0.2.1 key "@" authentication accounting
radius-server host 192.0.2.1 key 0 "@"
tacacs-server key "@"
tacacs-server host 192.0.2.1 key 0 @
ntp authentication-key 1 md5 @ 0
    password @
    password 0 @
    authentication text @
    authentication md5 key-string @
  key-string 0 @
ip ospf message-digest-key 1 md5 0 @
 hello-password @
""",
    "IOS XR": """\
 secret @
 secret 0 @
 password 0 @
  password clear @
 key clear @
snmp-server community clear @ RO
snmp-server user u g v3 auth sha clear @ priv aes 128 clear @
  key-string clear @
  hello-password text @
  hello-password hmac-md5 clear @
 lsp-password text clear @
 neighbor 192.0.2.1:0 password clear @
 message-digest-key 1 md5 clear @
 authentication-key 1 md5 clear @
 authentication-key clear @
""",
    "EOS": """\
username bob secret 0 @
username bob privilege 15 role network-admin secret 0 @
enable password 0 @
enable secret 0 @
   neighbor 192.0.2.1 password 0 @
tacacs-server host 192.0.2.1 key 0 @
radius-server host 192.0.2.1 vrf MGMT key 0 @
snmp-server user u g v3 auth sha @ priv aes @
   ip ospf authentication-key 0 @
   isis authentication key 0 @
   vrrp 1 peer authentication text @
   shared-key @
""",
    "Junos": """\
set system root-authentication plain-text-password-value "@"
set system login user bob authentication plain-text-password-value @
set system radius-server 192.0.2.1 secret @
set system tacplus-server 192.0.2.1 secret "@"
set snmp community @ authorization read-only
set snmp v3 usm local-engine user u authentication-sha authentication-password "@"
set snmp v3 usm local-engine user u privacy-aes128 privacy-password @
set protocols bgp group G authentication-key @
set protocols bgp group G neighbor 192.0.2.1 authentication-key "@"
set protocols ospf area 0 interface ge-0/0/0.0 authentication simple-password @
set protocols ospf area 0 interface ge-0/0/0.0 authentication md5 1 key @
set protocols isis interface ge-0/0/0.0 level 2 hello-authentication-key @
set protocols ldp session 192.0.2.1 authentication-key @
set protocols rsvp interface ge-0/0/0.0 authentication-key @
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24 vrrp-group 1 authentication-key @
set interfaces pp0 unit 0 ppp-options chap default-chap-secret @
set security ike policy P pre-shared-key ascii-text "@"
set security authentication-key-chains key-chain K key 1 secret @
set system ntp authentication-key 1 type md5 value @
set access profile P client bob chap-secret @
    secret "@"; ## SECRET-DATA
    authentication-key "@"; ## SECRET-DATA
    simple-password "@"; ## SECRET-DATA
    md5 1 key "@"; ## SECRET-DATA
    pre-shared-key ascii-text "@"; ## SECRET-DATA
    192.0.2.1 secret "@"; ## SECRET-DATA
    authentication-key "@";
    secret @;
""",
    "FortiOS": """\
set password @
set passwd @
set passwd "@"
set psksecret @
set psksecret "@"
set passphrase "@"
set secret @
set key "@"
set auth-pwd @
set priv-pwd @
set ppk-secret "@"
set private-key-password "@"
set md5-key 1 @
set authentication-key @
""",
    "VRP": """\
super password level 3 simple @
super password cipher @
local-user bob password cipher @
local-user bob password simple @
local-user bob password irreversible-cipher @
 set authentication password cipher @
 set authentication password simple @
snmp-agent community read @
snmp-agent community write cipher @
snmp-agent community read simple @
 radius-server shared-key cipher @
 radius-server shared-key simple @
 hwtacacs-server shared-key cipher @
 hwtacacs server shared-key @
 peer 192.0.2.1 password cipher @
 peer 192.0.2.1 password simple @
 ospf authentication-mode simple plain @
 ospf authentication-mode md5 1 plain @
 ospf authentication-mode simple cipher @
 authentication-mode md5 1 cipher @
 isis authentication-mode simple @
 rip authentication-mode simple plain @
 vrrp vrid 1 authentication-mode simple plain @
 vrrp vrid 1 authentication-mode md5 @
 pre-shared-key simple @
 pre-shared-key cipher @
 ppp chap password cipher @
 ppp chap password simple @
 ppp pap local-user bob password simple @
 md5-password cipher 192.0.2.1 @
ntp-service authentication-keyid 1 authentication-mode md5 cipher @
ftp client-password simple @
""",
    "Comware": """\
 password simple @
 password hash @
 password cipher @
 super password role network-admin simple @
 primary authentication 192.0.2.1 key simple @
 key authentication simple @
 key accounting cipher @
 pre-shared-key address 192.0.2.1 255.255.255.0 key simple @
 peer 192.0.2.1 password simple @
snmp-agent community read simple @
snmp-agent usm-user v3 u g simple authentication-mode sha @ privacy-mode aes128 @
ntp-service authentication-keyid 1 authentication-mode md5 simple @
 vrrp vrid 1 authentication-mode simple plain @
""",
    "RouterOS": """\
/user add name=bob group=full password=@
/user set bob password=@
add name=bob password=@ service=l2tp
add name=bob password="@" profile=default
add address=192.0.2.1 secret=@ service=login
add peer=p secret="@"
set [ find default=yes ] wpa2-pre-shared-key="@"
set wpa-pre-shared-key=@ wpa2-pre-shared-key=@
add authentication=md5 authentication-key=@ interface=ether1
add auth=md5 auth-key=@ area=a
/snmp community set [ find default=yes ] name=@
add name=p1 tcp-md5-key=@
add connect-to=192.0.2.1 name=l2 password=@ user=bob
set ipsec-secret=@ use-ipsec=yes
/radius add secret=@ address=192.0.2.1
""",
    "SR OS": """\
                password "@"
            authentication-key "@"
            authentication-key "@" hash
            message-digest-key 1 md5 "@"
            hello-authentication-key "@"
            secret "@"
            server 1 address 192.0.2.1 secret "@"
            server 1 address 192.0.2.1 secret "@" hash2
            community "@" r version v2c
        /configure system security user "bob" password @
        password "@" hash
        pre-shared-key "@"
""",
    "PAN-OS": """\
set mgt-config users bob password @
set mgt-config users bob phash @
set deviceconfig system snmp-setting access-setting version v2c snmp-community-string @
set deviceconfig system snmp-setting access-setting version v3 users u authpwd @
set deviceconfig system snmp-setting access-setting version v3 users u privpwd @
set network ike gateway G authentication pre-shared-key key @
set network virtual-router default protocol bgp auth-profile A secret @
set network virtual-router default protocol ospf auth-profile A password @
set shared server-profile radius R server S secret @
set shared server-profile tacplus T server S secret @
set shared server-profile ldap L bind-password @
set shared local-user-database user bob phash @
""",
    "VyOS": """\
set system login user bob authentication plaintext-password @
set system login user bob authentication plaintext-password '@'
set system login user bob authentication encrypted-password '@'
set protocols bgp neighbor 192.0.2.1 password @
set protocols ospf interface eth0 authentication plaintext-password @
set protocols ospf interface eth0 authentication md5 key-id 1 md5-key @
set vpn ipsec authentication psk P secret '@'
set vpn ipsec site-to-site peer 192.0.2.1 authentication pre-shared-secret @
set vpn l2tp remote-access authentication local-users username bob password @
set service snmp community @ authorization ro
set service snmp v3 user u auth plaintext-password '@'
set service snmp v3 user u privacy plaintext-password '@'
set high-availability vrrp group G authentication password @
set interfaces pppoe pppoe0 authentication password @
set system login radius server 192.0.2.1 key @
set interfaces wireless wlan0 security wpa passphrase @
    plaintext-password "@"
    pre-shared-secret @
""",
    "ASA": """\
enable password @
enable password @ level 15
passwd @
username bob password @
username bob password @ privilege 15
 ikev1 pre-shared-key @
 ikev2 local-authentication pre-shared-key @
 ikev2 remote-authentication pre-shared-key 0 @
 pre-shared-key @
 key @
aaa-server A (inside) host 192.0.2.1 @
snmp-server community @
snmp-server host inside 192.0.2.1 community @ version 2c
snmp-server host inside 192.0.2.1 community 0 @
failover key @
failover ipsec pre-shared-key @
 ospf authentication-key @
 ospf message-digest-key 1 md5 @
ntp authentication-key 1 md5 @
crypto isakmp key @ address 192.0.2.1
vpdn username bob password @
 ldap-login-password @
 authentication key eigrp 1 @ key-id 1
""",
    "AireOS": """\
config mgmtuser add bob @ read-write
config netuser add bob @ wlan 1
config radius auth add 1 192.0.2.1 1812 ascii @
config tacacs auth add 1 192.0.2.1 49 ascii @
config snmp community create @
config wlan security wpa akm psk set-key ascii @ 1
config ap mgmtuser add username bob password @ secret @ all
mgmtuser password bob @
""",
    "Aruba": """\
    wpa-passphrase @
    key @
mgmt-user bob root @
enable secret @
enable password @
user-name bob password plaintext @
password manager user-name bob plaintext @
password manager plaintext @
radius-server host 192.0.2.1 key "@"
radius-server key @
snmp-server community "@" unrestricted
snmp-server community "@" operator
user bob group administrators password plaintext @
tacacs-server host 192.0.2.1 key plaintext @
snmpv3 user u auth sha auth-pass plaintext @ priv aes priv-pass plaintext @
""",
    "EXOS": """\
create account admin bob @
create account user bob "@"
configure account bob password @
configure snmp add community readwrite @
configure radius mgmt-access primary shared-secret @
configure tacacs primary shared-secret "@"
configure bgp neighbor 192.0.2.1 password @
configure ospf vlan v authentication simple-password @
""",
    "Brocade": """\
enable super-user-password @
enable telnet password @
username bob password @
snmp-server community @ ro
tacacs-server key @
radius-server key 0 @
 ip ospf authentication-key @
 ip ospf md5-authentication key-id 1 key @
 neighbor 192.0.2.1 password @
""",
    "Dell": """\
username bob password @ role sysadmin
username bob password @ privilege 15
enable password @
enable password @ encrypted
radius-server host 192.0.2.1 key @
tacacs-server host 192.0.2.1 key 0 @
ip ospf authentication-key @
""",
    "Check Point": """\
set user bob password @
set user bob password-hash @
set expert-password-hash @
add snmp community @ read-only
set snmp community @ read-only
add aaa radius-servers priority 1 host 192.0.2.1 port 1812 secret @ timeout 3
set bgp external remote-as 1 peer 192.0.2.1 authtype md5 secret @
add snmp usm user u security-level authPriv auth-pass-phrase @ privacy-pass-phrase @
""",
    "FRR and Quagga": """\
password @
enable password @
 neighbor 192.0.2.1 password @
 ip ospf authentication-key @
 ip ospf message-digest-key 1 md5 @
 ip rip authentication string @
 isis password clear @
 area-password clear @
 domain-password md5 @
""",
    "Unix daemons": """\
rocommunity @
rocommunity @ 192.0.2.0/24
rwcommunity @ default
com2sec local default @
createUser u SHA "@" AES "@"
wpa_passphrase=@
  psk="@"
requirepass @
masterauth @
    auth_pass @
rootpw @
bindpw @
trap2sink 192.0.2.1 @
DB_PASSWORD=@
export PGPASSWORD=@
""",
    "objects": """\
<password>@</password>
<secret>@</secret>
<pre-shared-key>@</pre-shared-key>
<rocommunity>@</rocommunity>
"password": "@"
"password": "@",
{"user": "bob", "password": "@"}
admin_password: "@"
""",
    "others": """\
 mka pre-shared-key cak @ ckn 1
 key-octet-string @ cryptographic-algorithm AES_128_CMAC
 security wpa-wpa2 psk pass-phrase @ aes
snmp-agent target-host trap address udp-domain 192.0.2.1 params securityname @ v2c
set snmp community read-only @
config snmp v3user create bob ro sha des @ @
modify auth user bob password @
add snmp community @ ALL
set community @ ro
bof password @
create snmp community @ view public_view
 pap sent-username bob password 0 @
configure snmpv3 add user bob authentication md5 @ privacy @
 authentication pre-share key @
user bob pass @
""",
}
