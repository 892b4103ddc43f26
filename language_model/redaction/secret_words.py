"""Words that announce a secret in configurations and logs, and words that never are one."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Name(Enum):
    """What a word promises about the value after it."""

    SECRET = "secret"  # noqa: S105  # password, secret, pre-shared-key: whatever follows is secret
    NUMBERED = (
        "x-key"  # any other word with "key" at its end: assigned, only a value that mixes letters and digits
    )
    KEY = "key"  # the bare word: only in a configuration, and not before a number or another word of the language
    PASS = "pass"  # noqa: S105  # the bare word: only before = or :
    TOKEN = "token"  # noqa: S105  # only a value that looks random
    COMMUNITY = "community"  # SNMP's, never BGP's
    CIPHER = "cipher"  # only a value that looks random
    AUTH = "auth"  # only after the algorithm, or "text"


STEMS = tuple(
    sorted(
        _words(
            "pass pw secret key snmp_r preshare commun psk token phash cred cipher auth priv cak kennw contras wachtw"
            " pswd otp seed _answer recovery_ _md5 encrypt- bearer"
        )
    )
)
WORD = re.compile(r"[A-Za-z][\w.-]*")

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ENDINGS = _words(
    "string octet hash hashed text value hex b64 base64 ascii encrypted enc plain clear again remote base"
    " admin root guest old new v6"
)
_STRONG = re.compile(
    r"(?:password(?:again)?|passwort|kennwort|wachtwoord|contrase(?:[nñ]a?)?|passwd|passphrase|passcode|pwd|pswd|secret|psk|phash|passcrypt|^pw|pw$|authtok|^cak|(?:r[ow]|snmp|trap)community"
    r"|(?:api|auth|pass|shared|secret|priv|private|session|encryption|master|pre|wpa|wep|md5|access|crypt|radius|tacacs|enc)key|preshared?)$"
)
_ENDS_IN_PASS = re.compile(r"(?<!by)(?<!com)(?<!over)(?<!under)(?<!sur)(?<!tres)(?<!im)passe?$")
_PUBLIC = _words(
    "public pub trusted foreign primary sort partition no send advertise hash host lacp administrative auto"
)
_KEY_OF = _words(
    "pre shared preshared auth authentication secret private encryption api access md5 wpa wep wifi wlan psk hmac"
    " server session master rad radius tacacs bgp ospf priv"
)
_AUTH = (
    ["auth"],
    ["authtype"],
    ["authentication"],
    ["priv"],
    ["privacy"],
    ["authentication", "mode"],
    ["privacy", "mode"],
)
_PROTOCOLS = _words("bgp ospf ospfv3 isis rip eigrp ldp ntp vrrp hsrp")
_ANSWERS = frozenset(
    tuple(name.split("-"))
    for name in _words(
        "otp totp-seed otp-seed security-answer secret-answer recovery-code recovery-phrase seed-phrase"
        " security-code key-material"
    )
)
_SNMP_PARTS = _words("snmp read write ro rw readonly readwrite trap get set v1 v2c")
_TOKEN_OF = _words("access auth refresh api bot bearer session slack github gitlab vault webhook")

DEFAULTS = _words("public private admin cisco")
"""Passwords and communities that everybody tries first: findings, and no secrets."""
HASHED = _words("hash hashed sha sha1 sha256 sha512 md5 auth priv aes des localized scrypt pbkdf2 user")
ENCRYPTED = _words("enc encrypted cipher ciphertext cipher-text irreversible-cipher encrypted-password")
ENCRYPTED_BEFORE = _words("hash hash2 hash3 custom encrypted ciphertext")
"""What stands behind a secret that is not clear text."""
QUALIFIERS = _words(
    """
    ciphertext enc encrypted unencrypted encoded clear cleartext clear-text plain plaintext plain-text simple text
    simple-text ascii ascii-text hex hexadecimal hash hash2 cipher irreversible-cipher cipher-text key-string
    keystring pass-phrase cak localized local remote read write set-key is was readonly readwrite
    """
)
KINDS = _words("type mode authentication-mode authentication-type algorithm algo hash-algo hash-algorithm")
"""Options whose value says of which kind a secret is."""
BETWEEN = KINDS | _words(
    "key value string authentication id key-id keyid number md5-key plaintext-password encrypted-password"
)
"""Options that stand between the word that announces a secret and the secret."""
ALGORITHM = re.compile(
    r"(?:(?:cmac|hmac|esp|ah|usm|ssh|cfb\d*+)-?)?(?:md5|sha\d?|3?des|aes|rsa|dsa|ecdsa|ed25519|pbkdf2|scrypt|bcrypt|cmac|hmac)"
    r"(?:[-_/]?(?:\d++|cbc|gcm|cfb|ctr|ede|ecb|ccm|hmac|sha\d*+|bit|md5|etm|nistp\d++|cert|openssh\.com))*+",
    re.IGNORECASE,
)
# Words of configuration languages and of English that follow "password", "key" ... without being one.
PLAIN = _words(
    """
    a an the this that these those is are was were be been being has have had will would can could may might must
    should shall do does did not no yes none null nil true false and or nor but if else elif then when while for from
    of in out on at to by with without within via into per as than it its their your our my any all each every both same
    other such only also more less very so which who whose what where how there here new old wrong right bad good
    correct incorrect invalid valid missing empty blank unknown default required optional expired expires expiry
    changed change changes changing reset check checks checking checked failed failure failures fails accepted
    rejected denied mismatch mismatched matches match matched attempt attempts authentication authenticated auth
    prompt policy policies strength length min max minimum maximum aging age history lifetime complexity encryption
    recovery retry rotation update updated field fields value values name names string strings line lines word words
    list lists chain chains pair pairs id ids exchange generate generated generation zeroize import export size label
    usage-keys general-keys modulus pubkey-chain type types file files manager management store storage database data
    server servers client user users username host hostname address ipv4 ipv6 interface group role vrf vlan level
    algorithm hash key keys key-chain keychain keyring password passwords secret secrets token tokens community
    communities received sent found given used using expected entered entry entries configured set unset get add
    delete remove removed replace str int float bool bytes object self lambda return pass print len def class async
    await raise local remote enable disable enabled disabled permit deny ro rw read-only read-write version
    access-list option send standard extended expanded members additive pre-share pre-shared rsa-sig mode method login
    ppp chap pap enrollment verify save protect trusted certificate url uri path column index based space size-limit
    format description number numbers parameter parameters map objects exchanges options properties requests ciphers
    operations points ist lautet est es este jest pattern patterns change-type restriction restrictions start-time
    regex section schema json and/or something anything nothing
    """
)
CODE = _words(
    """
    self this that it os sys io re cls config configs cfg conf settings setting options option opts args arg kwargs
    params param request req response res result env environ process var vars local locals data module secrets input
    form event ctx context app java javax org com net www props properties user account client server values value
    item object obj state session store row entry node device host credentials creds auth login model models each
    lookup vault hostvars inventory random string uuid hashlib base64 crypto bcrypt util utils core types typing ssh
    """
)
ENDINGS = _words(
    """
    key pem crt cer der pub csr conf cfg ini txt log yml yaml json xml html php py js ts sh rb go java class so dll
    exe com net org edu gov int io dev eu de uk fr ch nl se us jp cn local lan internal home arpa example test invalid
    localhost env name value length size get data text body content default file path id type strip lower encode
    decode
    """
)
"""How a dotted word begins in code, and ends as the name of a file, a host or an attribute; others are passwords."""
STATES = _words(
    """
    string str text object number integer int boolean bool any null nil none true false yes no on off required
    optional enabled disabled changed unchanged set unset valid invalid expired missing hidden given password secret
    token key
    """
)
"""What stands as the value of a password in a schema or in a report, and is none."""
WITHOUT_SECRET = frozenset({"password manager", "password operator"})
"""Whole lines, without a blank before them, that show for whom a password is set, and not which (AOS-Switch)."""
ABOUT = re.compile(
    r"(?:strength|policy|check|length|expir|history|complex|encrypt(?:ion)?$|recovery|lifetime|aging|prompt|algorithm|-auth)",
    re.IGNORECASE,
)
WIDE_COLON = "\N{FULLWIDTH COLON}"
FOREIGN = """\
kennwort passwort wachtwoord wachtwort mot_de_passe contraseña contrasena clave clave_de_acceso senha palavra-passe
parola hasło heslo lösenord passord adgangskode salasana jelszó şifre пароль парола パスワード 密码 密碼
口令 비밀번호 암호
"""
"""What a password is called in other languages; a value follows a colon or one of COPULAS."""
COPULAS = "ist lautet est es este è é jest je är er on"
_ORDINARY = (
    PLAIN
    | STATES
    | CODE
    | _words(
        """
        mandatory forbidden necessary available nothing always exactly longer either shorter different identical
        likely already another between visible strong unique random hidden broken chosen written forgotten sensitive
        case-sensitive secure insecure static dynamic enough before after again below above hashes security
        configuration protocol protection settings setting request response session sessions account accounts access
        control network device devices service services system systems support source target sender context reason
        result results error errors notice warning warning message messages number prefix suffix encryption/decryption
        rather because either neither though whether should almost therefore however otherwise please simple global
        default-password operation operator administrator password-based console privilege scalar meeting obligatoria
        obligatorio authenticate requerida requerido necesaria incorrecta erforderlich falsch obligatoire requis
        invalide obrigatória obrigatório inválida necessária pflicht
    """
    )
)
_PARTICIPLE = re.compile(r"(?:ed|ing|ly|able|ible|tion|sion|ment|ness|less|ally|ity)$")


def is_ordinary(word: str) -> bool:
    """Say whether a word follows the name of a secret in sentences, and is none."""
    lowered = word.lower()
    return (
        lowered in _ORDINARY
        or _PARTICIPLE.search(lowered) is not None
        or ABOUT.search(lowered) is not None
        or name_of(word) is not None
    )


ACCESS = _words("ro rw rwa read-only read-write access-permissions authorization access")
BGP = re.compile(
    r"[\d*$]+:.*|\d+-\w+|(?:no-export|no-advertise|local-as|internet|gshut|graceful-shutdown|blackhole|none)$",
    re.I,
)
PROSE = re.compile(
    r"(?<![^\s(\"'])(?:the|an?|is|are|was|were|must|should|has|have|been|be|that|this|which|of|it|its|your|you|we|will"
    r"|can|may|when|each|every|cannot|does|do|did)(?![^\s,;:.!?)\"'])",
    re.IGNORECASE,
)


@lru_cache(maxsize=50_000)
def name_of(word: str) -> Name | None:
    """Say what a word announces; None for an ordinary one."""
    lowered = _CAMEL.sub("-", word.rsplit(".", 1)[-1]).lower().replace("pass-phrase", "passphrase")
    parts = [part for part in re.split(r"[-_]+", lowered) if part]
    whole = len(parts)
    while len(parts) > 1 and (parts[-1] in _ENDINGS or parts[-1].isdigit()):
        parts.pop()
    if not parts or (_PUBLIC & set(parts[:-1]) and not parts[-1].startswith(("pass", "cak"))):
        return None
    last = parts[-1].rstrip("0123456789") if len(parts[-1]) > 3 else parts[-1]
    compound = whole > 1
    if last.startswith("no") and len(last) > 3:
        return None
    if _STRONG.search(last) or last == "keystring":
        return Name.SECRET
    if tuple(parts[-2:]) in _ANSWERS or (last in ("md5", "auth") and _PROTOCOLS & set(parts[:-1])):
        return Name.SECRET
    if len(parts) > 1 and parts[-2] in ("auth", "encrypt", "priv") and ALGORITHM.fullmatch(last):
        return Name.SECRET
    if last == "key":
        return Name.KEY if not compound else Name.SECRET if _KEY_OF & set(parts) else Name.NUMBERED
    if last == "pass":
        return Name.SECRET if compound else Name.PASS
    if _ENDS_IN_PASS.search(last):
        return Name.PASS
    if parts[-2:] == ["community", "name"]:
        return Name.COMMUNITY
    if last in ("community", "ro", "rw") and {"snmp", "usm", "ro", "rw"} & set(parts[:-1]):
        return Name.SECRET
    if last == "community":
        return Name.COMMUNITY if not compound or _SNMP_PARTS & set(parts) or parts == ["community"] else None
    if last == "token" and _TOKEN_OF & set(parts):
        return Name.SECRET
    if parts == ["seed"]:
        return Name.TOKEN
    if last.endswith("token") or last in ("bearer", "credential", "credentials", "creds"):
        return Name.TOKEN
    if last == "cipher":
        return Name.CIPHER
    if parts in _AUTH or (compound and last == "authentication"):
        return Name.AUTH
    return None
