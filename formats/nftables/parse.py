"""Reads rule sets of nftables, as `nft list ruleset` and /etc/nftables.conf write them, after nft's manual page."""

from reading import read_configuration

STYLE = "braces"
LEAD = ""
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [
    r"table (?:ip|ip6|inet|arp|bridge|netdev) \S+ \{",
    r"\s+type (?:filter|nat|route) hook (?:prerouting|input|forward|output|postrouting|ingress|egress) ",
    r"#!/\S*nft -f",
]
GRAMMAR = r"""
table <Table:\S+ \S+> {
    flags|comment *
    set|map <Set> {
        type <element_type:text>
        typeof <element_type:text>
        flags|policy|timeout|gc-interval|size|comment *
        auto-merge
        counter
        elements = <elements>
        elements = { <elements> }
    }
    chain <Chain> {
        type <chain_type> hook <hook> device <device> priority <priority:text>
        type <chain_type> hook <hook> priority <priority:text>
        policy <policy>
        comment *
        <+Rule.match:text> <action:accept|drop|return|continue> comment <comment>
        <+Rule.match:text> <action:accept|drop|return|continue>
        <+Rule.action:accept|drop|return|continue> [comment <comment>]
        <+Rule.match:text> <action:jump|goto> <target>
        <+Rule.action:jump|goto> <target>
        <+Rule.match:text> <action:reject> [with <reject_with:text>]
        <+Rule.action:reject> [with <reject_with:text>]
        <+Rule.match:text> <action:dnat|snat|redirect> [ip|ip6] to <to:text>
        <+Rule.match:text> <action:masquerade>
        <+Rule.action:masquerade>
        <+Rule.match:text> vmap <verdicts:text>
        <+Rule.match:text>
    }
    flowtable <Flowtable> {
        hook <hook> priority <priority:text>
        devices = <devices>
        flags *
        counter
    }
    counter|quota|limit|secmark|synproxy <NamedObject> {
        <...>
    }
    ct helper|timeout|expectation <NamedObject> {
        <...>
    }
}
table <Table:\S+ \S+>
define <Variable> = <value:text>
redefine|undefine <Variable> [= <value:text>]
flush ruleset
flush table <flushed_table:text>
include *
add|create|delete|destroy table <...>
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)
