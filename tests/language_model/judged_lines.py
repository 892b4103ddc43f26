"""Lines with and without secrets, in two halves: the second one was kept back while the redactor was changed."""

from __future__ import annotations

# In a line with a secret, the secret stands between «».
SECRETS_KEPT_BACK = """\
curl -u backup:«Tr0ub4dor&3» https://files.example/a
curl --user 'deploy:«Wq-77-mango»' -O https://files.example/b
mysql -h db1 -u root -p«s3cr3tDb9» inventory
mysqldump --password=«Vio1et#Sky» app > app.sql
sshpass -p «kL9!vzz2» ssh admin@10.0.0.9
snmpwalk -v2c -c «n0rthw1nd» 10.0.0.1 system
snmpget -v3 -u ops -a SHA -A «authPhrase77» -x AES -X «privPhrase88» 10.0.0.1 sysName.0
PGPASSWORD=«harbor-44-Jade» psql -h db2 app
sqlplus scott/«T1ger_9x»@orcl
net use \\\\filer\\share /user:corp\\jdoe «Sp4rrow!2»
rsync rsync://sync:«mOss-19-ivy»@mirror.example/data /srv
ldapsearch -D cn=admin,dc=example -w «Granite!88» -b dc=example
redis-cli -a «cachePw_331» ping
smbclient //filer/share -U jdoe%«Otter#552»
openssl enc -aes-256-cbc -k «longPhrase123» -in a -out b
export SENDGRID=SG.«aB3dE5fG7hI9jK1lM3nO5p.qR7sT9uV1wX3yZ5aB7cD9eF1gH3iJ5kL7mN9oP1qR3s»
maps key «AIzaSyD4f5G6h7J8k9L0qWeRtYuIoPaSdFgHjKl» is used
stripe: «sk_live_4eC39HqLyjWDarjtT1zdp7dcAbCdEf»
slack token «xoxb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx»
hook https://hooks.slack.com/services/«T01ABCDEF/B01ABCDEF/abcdEFGHijklMNOPqrstUVWX»
remote https://oauth2:«glpat-AbCdEf123456GhIjKl78»@git.example/x.git
using «ghp_16C7e42F292c6912E7710c838347Ae178B4a» for the clone
aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYzT3kqLm9Xw»
Cookie: session=«9f8e7d6c5b4a39281706f5e4d3c2b1a0»; theme=dark
Set-Cookie: JSESSIONID=«A1B2C3D4E5F60718293A4B5C6D7E8F90»; Path=/; HttpOnly
GET /login?user=ann&password=«h0neyBee21» HTTP/1.1
POST /api?token=«4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c» HTTP/1.1
X-Api-Key: «7d0f3b1c9e8a4256b3c1d2e4f5a69780»
Authorization: Basic «YWRtaW46c3VwZXJzZWNyZXQ5OQ==»
otp «492817» accepted for ann
enter pin: «8841»
license key «ABCD-1234-EFGH-5678-IJKL»
createUser ops SHA «authWord991» AES «privWord772»
rocommunity «greenRiver7» 10.0.0.0/8
com2sec monitor default «blueStone3»
set system login user eve authentication encrypted-password "«$6$Ab12Cd34$zyxwvutsrqponmlk»"
neighbor 10.2.2.2 password 7 «0822455D0A16544541»
ip ospf message-digest-key 3 md5 «lemonTree5»
standby 5 authentication md5 key-string «coralReef9»
tacacs-server host 10.3.3.3 key «pepperMint6»
radius-server key 7 «13061E010803557878»
pre-shared-key address 0.0.0.0 0.0.0.0 key «winterFox88»
set vpn ipsec site-to-site peer 192.0.2.7 authentication pre-shared-secret '«oakLeaf-202»'
/interface wireless security-profiles add name=p wpa2-pre-shared-key="«hillTop_44»"
psk="«catDogBird12»"
<password>«maple77Syrup»</password>
"db_password": "«cRimson-tide-8»",
secret_key_base: «3f2a9c8b7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a»
DATABASE_URL=postgres://app:«zebra99Stripe»@db.example:5432/app
ipsec.secrets: 192.0.2.1 192.0.2.2 : PSK "«sunFlower_31»"
"""
HARMLESS_KEPT_BACK = """\
Nov 3 04:00:01 h1 sudo: ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/bin/ls
Nov 3 04:00:02 h1 passwd[812]: pam_unix(passwd:chauthtok): password changed for ann
Nov 3 04:00:03 h1 sshd[99]: Failed password for invalid user test from 192.0.2.5 port 40022 ssh2
Nov 3 04:00:04 h1 sshd[99]: Accepted publickey for ann from 192.0.2.5 port 40022 ssh2
who typed the password wrong most often?
Which users had a password failure yesterday?
is there a key chain named CORE?
which token ring interfaces exist?
Why was the password rejected?
what is the pin number of the connector?
PWD=/var/lib/app OLDPWD=/root
service password-encryption
no service password-recovery
aaa authentication login default group tacacs+ local
ip ssh version 2
crypto key generate rsa modulus 2048
ip community-list standard GOLD permit 65000:100
set community 65000:200 additive
route-map X permit 10
key chain OSPF-KEYS
 key 1
 accept-lifetime 00:00:00 Jan 1 2026 infinite
isakmp policy 10 authentication pre-share
password-policy minimum-length 12
username ann privilege 15
cipher suite TLS_AES_256_GCM_SHA384 negotiated
license boot level network-advantage
license server started on port 27000
otp service restarted
cookie consent banner was shown
mkdir -p /srv/data/backup
cp -p a.txt b.txt
ssh -p 2222 admin@host1
docker run -p 8080:80 web
tar -c -f a.tar dir
ping -c 5 192.0.2.1
uname -a && uptime
curl -u https://example.com
grep -c error app.log
commit 3f2a9c8b7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a merged
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 verified
request id 550e8400-e29b-41d4-a716-446655440000 finished
GET /tokens?page=2 HTTP/1.1
ntp authenticate
snmp-server enable traps
snmp-server location rack 5
radius-server timeout 5
tacacs-server directed-request
authentication failed: key mismatch from 10.0.0.2
BGP authentication failure: no password from peer 10.1.1.2
"""
SECRETS = """\
curl -s -u admin:«Passw0rd!x» http://10.0.0.1/api
wget --user=ann --password=«riverBed55» http://files.example
mysql -uroot -p«Kestrel_20» -e 'show tables'
mysql --user=app --password «quietPond66» app
sshpass -p'«Falcon-303»' scp a b:
snmpbulkwalk -v 2c -c «r3dBarn» 192.0.2.1
snmpset -v1 -c «wr1teMe» 192.0.2.1 sysName.0 s x
snmpwalk -v3 -l authPriv -u mon -a MD5 -A «monAuth123» -x DES -X «monPriv456» 192.0.2.1
expdp system/«0racleDb#7»@prod directory=d
psql postgresql://rep:«slowTurtle4»@db3/rep
ftp://upload:«dr0pB0x77»@ftp.example/in
mount -t cifs //nas/x /mnt -o username=ann,password=«crane_818»
ldapmodify -x -D cn=root -w «T0pazStone» -f a.ldif
redis-cli -h c1 -a «fastKey_90x» info
ipmitool -H 10.9.9.9 -U ADMIN -P «bmcPass_12» power status
vault token «hvs.CAESIJ1q2w3e4r5t6y7u8i9o0pAsDfGhJk»
send with SG.«ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr»
google «AIzaSyA1b2C3d4E5f6G7h8I9j0KlMnOpQrStUvW» quota
stripe restricted «rk_live_51H8abcdefGHIJKLmnop1234»
slack app «xapp-1-A0123456789-1234567890123-abcdef0123456789abcdef»
url https://hooks.slack.com/services/«T9ZYXWVUT/B9ZYXWVUT/zyxwVUTSrqpoNMLKjihgFEDC»
npm «npm_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789»
key id «AKIAIOSFODNN7ABCDEFG» was rotated
telegram bot «123456789:AAF1x2y3z4A5b6C7d8E9f0GhIjKlMnOpQrS»
azure AccountKey=«Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq==»
cookie: sid=«c0ffee11deadbeef22cafe33babe4455»
set-cookie: auth=«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123ghiJKL456»; Secure
GET /x?api_key=«8f14e45fceea167a5a36dedd4bea2543» HTTP/1.1
GET /reset?passwd=«lilyPad_30»&x=1 HTTP/1.1
x-auth-token: «a87ff679a2f3e71d9181a67b7542122c»
Authorization: Bearer «mF9xB5q1JqMy7PzL3rTn»
one-time otp=«730114» for bob
pin «5512» stored for card 3
license «K7Q2-M9X4-P3W8-R5T1» installed
createUser mon MD5 "«monWord333»" DES «privWord444»
rwcommunity «silverFish8» 127.0.0.1
trap2sink 192.0.2.8 «purpleRain4»
enable secret 5 «$1$mERr$hx5rVt7rPNoS4wqbXKX7m0»
username bob password 0 «ginger_cat3»
ip ospf authentication-key «brownBear»
isis password «amberGlow7» level-2
ntp authentication-key 2 md5 «tickTock22»
key-string 7 «070C285F4D06485744»
set security ike policy A pre-shared-key ascii-text "«$9$abcDEF123456ghi»"
set admin password = «hawkEye_515»
passphrase: «open-sesame-19»
<snmpcommunity>«tigerLily2»</snmpcommunity>
"client_secret": "«dK8~Q2w3e4r5t6y7»",
spring.datasource.password=«bluejay!77»
amqp://guest:«rabbitHole9»@mq.example:5672/
"""
HARMLESS = """\
sudo: vagrant : TTY=pts/1 ; PWD=/home/vagrant ; USER=root ; COMMAND=/usr/bin/apt update
passwd[77]: pam_unix(passwd:chauthtok): new password not acceptable
sshd[4]: Failed password for root from 203.0.113.4 port 51000 ssh2
sshd[4]: pam_unix(sshd:auth): authentication failure; logname= uid=0 user=root
how often was the password wrong for root?
Show me every password change in the log
Who got the password wrong?
which neighbors use a password?
what does the key 1 do?
how many secrets are configured?
PWD=/tmp
OLDPWD=/home/x LOGNAME=x
security passwords min-length 10
no ip http secure-server
aaa authorization exec default local
ip ssh authentication-retries 3
crypto pki trustpoint TP-self-signed
bgp community new-format
neighbor 10.0.0.2 send-community both
match community GOLD
ip access-list extended KEY-HOSTS
 send-lifetime 00:00:00 Jan 1 2026 infinite
authentication pre-share
username max-links 2
passwd: user ann does not exist
ssl cipher list is empty
license udi pid ISR4331 sn ABC123
pin assignment changed on port 4
spinning up pinned threads
one-time job finished with code 0
install -p 755 file
nc -p 1234 host
scp -p a b
python -c print(1)
head -c 20 file
gcc -c main.c -o main.o
ls -a /home
netstat -a -p
id -u ann
sort -u names.txt
git checkout 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b
md5 d41d8cd98f00b204e9800998ecf8427e matches
trace 4bf92f3577b34da6a3ce929d0e0e4736 started
GET /password/reset HTTP/1.1
ntp trusted-key 1
snmp-server contact noc
set system login password format sha512
tacacs-server timeout 3
invalid token in line 4
user ann logged in with key from agent
"""
