"""Reads Netplan's YAML (/etc/netplan/*.yaml), after Canonical's Netplan reference."""

from reading import read_configuration

STYLE = "yaml"
LEAD = ""
ENTRY_LISTS = {}
OTHERS = ""
SIGNS = [r"network:\s*$", r"\s+renderer: *[\"']?(?:networkd|NetworkManager)"]
FILES = r"\d\d-[\w.-]+\.ya?ml"
GRAMMAR = r"""
network {
    version|renderer *
    ethernets|bonds|bridges|vlans|wifis|tunnels|modems|vrfs|dummy-devices|virtual-ethernets {
        <Interface> {
            set-name|mtu|macaddress|gateway4|gateway6|id|link|mode|local|remote|key|ttl|renderer|dhcp-identifier *
            ipv6-address-generation|ipv6-mtu|table|peer|port|mark|apn|emit-lldp|embedded-switch-mode *
            delay-virtual-functions-rebind|virtual-function-count|ipv6-privacy|accept-ra|wakeonlan|optional|dhcp4 *
            dhcp6|critical|openvswitch|regulatory-domain|infiniband-mode *
            dhcp4|dhcp6|optional|accept-ra|wakeonlan|critical|ipv6-privacy|emit-lldp|receive-checksum-offload
            transmit-checksum-offload|tcp-segmentation-offload|tcp6-segmentation-offload
            generic-segmentation-offload|generic-receive-offload|large-receive-offload|hidden|ignore-carrier
            neigh-suppress
            addresses <Address> {
                label|lifetime *
            }
            addresses
            interfaces *
            interfaces
            link-local *
            link-local
            optional-addresses *
            optional-addresses
            match {
                macaddress|name|driver *
                macaddress|name|driver
            }
            nameservers {
                addresses <NameServer:\S+> [<further:text>]
                addresses
                search *
                search
            }
            routes <StaticRoute> {
                to|via|metric|table|from|type|scope|mtu|congestion-window|advertised-receive-window|on-link *
                on-link
            }
            routes
            routing-policy <RoutingPolicy> {
                from|to|table|priority|mark|type-of-service *
            }
            routing-policy
            parameters {
                mode|mii-monitor-interval|lacp-rate|transmit-hash-policy|primary|min-links|up-delay|down-delay *
                ad-select|fail-over-mac-policy|primary-reselect-policy|arp-interval|gratuitous-arp *
                learn-packet-interval|arp-validate|all-members-active|all-slaves-active|packets-per-member *
                packets-per-slave|resend-igmp|gratuitious-arp *
                ageing-time|priority|forward-delay|hello-time|max-age|stp *
                path-cost|port-priority { <BridgePort> <cost> }
                stp|all-slaves-active|all-members-active
                arp-ip-targets *
                arp-ip-targets
            }
            dhcp4-overrides|dhcp6-overrides {
                route-metric|hostname|use-domains|send-hostname|use-dns|use-hostname|use-mtu|use-ntp|use-routes *
                ignore *
                use-domains|send-hostname|use-dns|use-hostname|use-mtu|use-ntp|use-routes
            }
            access-points {
                <AccessPoint> {
                    password|mode|bssid|band|channel|hidden *
                    hidden
                    auth {
                        key-management|password|method|identity|anonymous-identity|ca-certificate *
                        client-certificate|client-key *
                    }
                }
                <AccessPoint>
            }
            auth {
                key-management|password|method|identity|anonymous-identity|ca-certificate|client-certificate *
                client-key|client-key-password *
            }
            peers <WireguardPeer> {
                endpoint|keepalive *
                allowed-ips *
                allowed-ips
                keys { public|shared * }
            }
            peers
            keys { public|private * }
        }
        <Interface>
    }
}
"""


def parse(lines):
    return read_configuration(lines, GRAMMAR, STYLE, LEAD, ENTRY_LISTS, others=OTHERS)
