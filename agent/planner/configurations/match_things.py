"""Writes what a statement about configurations matches: the target, what it is tied to, and the tests on both."""

from __future__ import annotations

from agent.planner.plan_records import Condition, Heir, Meaning
from agent.planner.scope import Scope
from agent.planner.words.lexicon import ROOT
from agent.planner.write_conditions import Parameters, names_key, where, write_test
from graph_store.names import quote_name


class ThingPatterns:
    """Collects patterns and tests: `n` is the target, `c1`, `c2` are what the conditions are on."""

    def __init__(self, meaning: Meaning, scope: Scope) -> None:
        self.meaning = meaning
        self.scope = scope
        self.asked = scope.asked
        self.lexicon = scope.lexicon
        self.parameters = Parameters()
        self.patterns: list[str] = []
        self.tests: list[str] = []
        self.variables: dict[str, str] = {}
        self.columns: dict[str, str] = {}
        self.holders: dict[tuple[str, str], str] = {}
        self.optional = ""

    def start(self) -> None:
        label = self.meaning.target.label or next(
            one.label for one in self.meaning.conditions if not one.negated
        )
        self.variables[label] = "n"
        self.patterns.append(f"MATCH (n:{quote_name(label)})")
        if self.meaning.devices:
            self.tests.append(self.device_test("n.device"))

    def device_test(self, name: str) -> str:
        devices = self.meaning.devices
        if len(devices) == 1:
            return f"{name} = {self.parameters.add(devices[0])}"
        return f"{name} IN {self.parameters.add(tuple(devices))}"

    @property
    def anchor(self) -> str:
        return next(iter(self.variables))

    def add_condition(self, condition: Condition) -> None:
        if condition.label == self.anchor:
            if condition.negated:
                self.tests += self._denied(condition)
            else:
                self._require("n", condition)
            return
        if condition.negated:
            test = write_test("c", condition, self.parameters)
            path = self._path(condition.label, "c")
            self.tests.append(f"NOT EXISTS {{ {path[0]}{where([*path[1], test])} }}")
            return
        variable = self.variables.get(condition.label)
        if variable is None:
            variable = f"c{len(self.variables)}"
            self.variables[condition.label] = variable
            pattern, joins = self._path(condition.label, variable)
            self.patterns.append(pattern)
            self.tests += joins
        self._require(variable, condition)

    def _require(self, variable: str, condition: Condition) -> None:
        """Test what an entity has, its own or handed on to it: what has it is bound, so that its lines are cited."""
        if condition.heir is None:
            self.tests.append(write_test(variable, condition, self.parameters))
            return
        holder = f"g{len(self.holders) + 1}"
        self.holders[condition.label, condition.property] = holder
        pattern, tests = self._holder(variable, holder, condition, condition.heir)
        self.patterns.append(pattern)
        self.tests += [*tests, write_test(holder, condition, self.parameters)]

    def _denied(self, condition: Condition) -> list[str]:
        """Test that an entity has not what is said, neither itself nor from what hands it on."""
        test = write_test("n", condition, self.parameters)
        if not test or condition.heir is None:
            return [f"NOT coalesce({test}, false)"] if test else []
        pattern, tests = self._holder("n", "g", condition, condition.heir)
        handed_on = write_test("g", condition, self.parameters)
        return [f"NOT coalesce({test}, false)", f"NOT EXISTS {{ {pattern}{where([*tests, handed_on])} }}"]

    def _holder(self, variable: str, holder: str, condition: Condition, heir: Heir) -> tuple[str, list[str]]:
        """Write what has a property for an entity: the entity itself, or else what hands the property on to it."""
        missing = f"{variable}.{quote_name(condition.property)} IS NULL"
        if not heir.by:
            over = f"'{heir.label}' IN labels({holder})"
            pattern = f"MATCH ({holder}:Entity)-[:HAS*0..{heir.steps}]->({variable})"
            return pattern, [f"({holder}.id = {variable}.id OR ({missing} AND {over}))"]
        named = names_key(f"{variable}.{quote_name(heir.by)}", f"{holder}.key")
        return f"MATCH ({holder}:{quote_name(heir.label)})", [
            f"{holder}.device = {variable}.device",
            f"({holder}.id = {variable}.id OR ({missing} AND {named}))",
        ]

    def _path(self, label: str, variable: str) -> tuple[str, list[str]]:
        """Write how another label's entity is reached from the target."""
        steps = self.lexicon.steps(self.anchor, label)
        node = f"({variable}:{quote_name(label)})"
        if steps is not None and ROOT not in (label, self.anchor):
            return (
                f"MATCH (n)-[:HAS*1..{steps}]->{node}"
                if steps > 0
                else f"MATCH {node}-[:HAS*1..{-steps}]->(n)"
            ), []
        owner = self.lexicon.common_owner(self.anchor, label) if steps is None else ""
        if owner:
            over = f"({variable}o:{quote_name(owner)})"
            down = self.lexicon.steps(owner, self.anchor), self.lexicon.steps(owner, label)
            return (
                f"MATCH {over}-[:HAS*1..{down[0]}]->(n) MATCH ({variable}o)-[:HAS*1..{down[1]}]->{node}",
                [f"toString({variable}.key) = toString(n.key)"] if self._of_one_name(label) else [],
            )
        return self._join(label, variable, node)

    def _of_one_name(self, label: str) -> bool:
        """Tell whether two labels say things about the same: an address family's neighbor, and the neighbor."""
        return self.scope.look_up.refers(self.anchor, "key", label)

    def _join(self, label: str, variable: str, node: str) -> tuple[str, list[str]]:
        """Write how an entity belongs to the target by name; without a name, by the device."""
        join = next((one for one in self.meaning.joins if one.other == label), None)
        tests = [f"{variable}.device = n.device"]
        if join is None:
            return f"MATCH {node}", tests
        start, key = (variable, "n.key") if join.to_target else ("n", f"{variable}.key")
        above = label if join.to_target else self.anchor
        holder, pattern = start, f"MATCH {node}"
        if join.label != above:
            holder = f"{variable}x"
            steps = self.lexicon.steps(above, join.label)
            pattern += f" MATCH ({start})-[:HAS*1..{steps}]->({holder}:{quote_name(join.label)})"
        held = f"{holder}.{quote_name(join.property)}"
        return pattern, [*tests, names_key(held, key)]
