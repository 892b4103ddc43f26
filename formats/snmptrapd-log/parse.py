"""Reads traps that Net-SNMP's snmptrapd logs in its default format, after snmptrapd(8) and snmptrapd.conf(5)."""

from reading import enveloped, read_log

TRAP = (
    r"(?:NET-SNMP version \S+ )?(?P<timestamp_text>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (?P<host>[\w.:-]+|<UNKNOWN>) ?"
    r"(?:\[|\(via )?(?P<transport>UDP|TCP|UDP/IPv6|TCP/IPv6|DTLSUDP|TLSTCP): ?\[(?P<source_address>[0-9A-Fa-f.:%]+)\]:(?P<source_port>\d+)(?:->\[(?P<destination_address>[0-9A-Fa-f.:%]+)\]:(?P<destination_port>\d+))?[\])]"
    r":?(?: TRAP, SNMP (?P<version>v\d\w?), community (?P<community>\S+))?\s*"
)
CONTINUES = r"[\w-]+::[\w.-]+ = |\.?1\.3\.[\d.]+ = "
HEADER = [
    TRAP,
    *enveloped(TRAP, tag="snmptrapd"),
]
KINDS = {"pid": "int", "source_port": "int", "destination_port": "int"}
TYPES = (
    "trap",
    {
        "coldStart": "ColdStart", "warmStart": "WarmStart", "linkDown": "LinkDown", "linkUp": "LinkUp", "authenticationFailure": "AuthenticationFailure",
        "egpNeighborLoss": "EgpNeighborLoss", "bgpEstablished": "BgpEstablished", "bgpEstablishedNotification": "BgpEstablished", "bgpBackwardTransition": "BgpBackwardTransition",
        "bgpBackwardTransNotification": "BgpBackwardTransition", "newRoot": "NewRoot", "topologyChange": "TopologyChange", "ospfNbrStateChange": "OspfNbrStateChange",
        "ospfIfStateChange": "OspfIfStateChange", "vrrpTrapNewMaster": "VrrpTrapNewMaster", "risingAlarm": "RisingAlarm", "fallingAlarm": "FallingAlarm",
        "entConfigChange": "EntConfigChange", "lldpRemTablesChange": "LldpRemTablesChange", "nsNotifyStart": "NsNotifyStart", "nsNotifyShutdown": "NsNotifyShutdown",
        "nsNotifyRestart": "NsNotifyRestart", "upsTrapOnBattery": "UpsTrapOnBattery", "ciscoConfigManEvent": "CiscoConfigManEvent", "pethPsePortOnOffNotification": "PethPsePortOnOffNotification",
    },
)  # fmt: skip
OTHER = "SnmpTrap"
KEYS = {"snmpTrapOID": "trap", "sysUpTimeInstance": "uptime", "sysUpTime": "uptime", "ifIndex": "interface_index", "ifDescr": "interface", "ifName": "interface", "ifAlias": "interface_alias", "ifAdminStatus": "admin_status", "ifOperStatus": "oper_status", "snmpTrapAddress": "agent_address", "snmpTrapCommunity": "community", "snmpTrapEnterprise": "enterprise"}  # fmt: skip
V1 = {
    "Cold Start": "ColdStart",
    "Warm Start": "WarmStart",
    "Link Down": "LinkDown",
    "Link Up": "LinkUp",
    "Authentication Failure": "AuthenticationFailure",
}


def parse(lines):
    """Read the first line of a trap by the header; its variables are between tabs there or on the lines below."""
    records = read_log(lines, HEADER, kinds=KINDS, other=OTHER, templates=True)
    for record in records:
        values = record["values"]
        if "transport" not in values:
            continue
        values.pop("details", None)
        if values.get("host") == "<UNKNOWN>":
            values["host"] = values["source_address"]
        texts = [values.get("message", "")]
        texts += [lines[at] for first, last in record["lines"] for at in range(first, last + 1)][1:]
        for part in (
            "\t".join(texts).replace("#012", "\t").replace("#011", "\t").replace(", ", "\t").split("\t")
        ):
            _add(values, part.strip())
        record["type"] = TYPES[1].get(values.get("trap", ""), record["type"])
        for text, kind in V1.items():
            if "trap" not in values and any(f" {text} Trap " in line for line in texts):
                record["type"] = kind
    return records


def _add(values, part):
    """Add one variable, `IF-MIB::ifIndex.3 = INTEGER: 3`, by the name of its object."""
    name, sign, value = part.partition(" = ")
    if not sign:
        return
    name = name.rpartition("::")[2].split(".")[0]
    kind, colon, rest = value.partition(": ")
    if colon and kind.replace("-", "").replace(" ", "").isalnum():
        value = rest
    if name == "snmpTrapOID":
        value = value.rpartition("::")[2]
    named = "".join(
        "_" + sign.lower() if sign.isupper() and at and not name[at - 1].isupper() else sign.lower()
        for at, sign in enumerate(name)
    )
    key = KEYS.get(name, named.replace("-", "_"))
    if value and key:
        values[key] = int(value) if key in ("interface_index",) and value.isdigit() else value.strip('"')
