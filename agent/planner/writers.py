"""The readers of one kind of question each, in the order in which they are tried."""

from __future__ import annotations

from agent.planner.across.absent_there import write_absent_there
from agent.planner.across.behind_neighbors import write_behind_neighbor
from agent.planner.across.bundles import write_bundle_ports
from agent.planner.across.compared_values import write_compared_values
from agent.planner.across.documents import write_documents
from agent.planner.across.far_ends import write_far_end
from agent.planner.across.internal_peers import write_internal_peers
from agent.planner.across.link_ends import write_link_ends
from agent.planner.across.members import write_members
from agent.planner.across.on_both import write_on_both
from agent.planner.across.references import write_references
from agent.planner.across.shared_values import write_shared_values
from agent.planner.across.unequal_sources import write_unequal_sources
from agent.planner.configurations.held_addresses import write_held_addresses
from agent.planner.configurations.numbered_addresses import write_numbered_address
from agent.planner.configurations.switch_state import write_switch_state
from agent.planner.configurations.switched_off import write_switched_off
from agent.planner.order.first_match import write_first_match
from agent.planner.order.reachability import write_reachability
from agent.planner.order.rules import write_first_rule
from agent.planner.order.same_names import write_same_names
from agent.planner.related.addresses import write_address
from agent.planner.related.as_mentions import write_as_mentions
from agent.planner.related.default_route import write_default_route
from agent.planner.related.not_in import write_not_in
from agent.planner.related.own_addresses import write_own_addresses
from agent.planner.related.own_as import write_own_as
from agent.planner.related.peers import write_peers_between
from agent.planner.related.referring_things import write_referring_things
from agent.planner.related.subnets import write_subnet
from agent.planner.related.through import write_through
from agent.planner.related.used import write_used
from agent.planner.related.users import write_users
from agent.planner.related.wrong_as import write_wrong_as
from agent.planner.tallies.value_uses import write_value_uses
from agent.planner.tallies.write_tally import write_tally

WRITERS = (
    write_documents,
    write_tally,
    write_value_uses,
    write_held_addresses,
    write_numbered_address,
    write_switched_off,
    write_first_match,
    write_first_rule,
    write_reachability,
    write_same_names,
    write_link_ends,
    write_behind_neighbor,
    write_bundle_ports,
    write_unequal_sources,
    write_compared_values,
    write_absent_there,
    write_on_both,
    write_switch_state,
    write_default_route,
    write_as_mentions,
    write_own_as,
    write_not_in,
    write_references,
    write_referring_things,
    write_used,
    write_through,
    write_users,
    write_subnet,
    write_address,
    write_own_addresses,
    write_wrong_as,
    write_peers_between,
    write_shared_values,
    write_far_end,
    write_internal_peers,
    write_members,
)
"""Each reads one kind of question, and gives way where it does not understand all of it."""
