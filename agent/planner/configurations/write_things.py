"""Writes the statement for a meaning about configurations."""

from __future__ import annotations

import re

from agent.planner.configurations.extremes import dated_measure, measure_of, write_extreme
from agent.planner.configurations.join_names import HANDING_ON
from agent.planner.configurations.largest_by_parts import largest_by_parts
from agent.planner.configurations.match_things import ThingPatterns
from agent.planner.configurations.switch_lines import quote_switches
from agent.planner.configurations.write_devices import is_about_devices_only, write_devices
from agent.planner.plan_records import Heir, Statement, Target
from agent.planner.values.tie_values import holds_addresses, names_addresses
from agent.reader.english import stem
from agent.planner.words.label_names import column_of, has_key, is_vague, owner_of
from agent.planner.words.lexicon import INTERNAL, ROOT, Label
from agent.planner.words.match_words import match_words
from agent.planner.write_conditions import holds_value, names_key, where
from agent.records import Intent
from graph_store.names import quote_name

FEW_VALUES = 20
_QUALIFIER = (
    r"_(?:option|name|text|mask|address|mac|integer|number|time|community|list|interface|\d+)(?:_\d+)?"
)
_MOST_QUALIFIERS = 3
_MEAN = re.compile(r"\b(?:average|mean|median)\b", re.IGNORECASE)


class ThingWriter(ThingPatterns):
    """Builds one statement: `n` is the target, `c1`, `c2` are what the conditions are on."""

    def write(self) -> Statement:
        """Write the statement."""
        if is_about_devices_only(self):
            return write_devices(self)
        self.start()
        for condition in self.meaning.conditions:
            self.add_condition(condition)
        return self._finish()

    def _finish(self) -> Statement:
        target, intent = self.meaning.target, self.asked.intent
        if intent == "count":
            return self._count(target)
        if intent == "most_common":
            return self._most_common(target)
        measure = measure_of(self, target)
        if intent == "average" and target.property:
            if measure and (_MEAN.search(self.scope.text) or self._distinct(target) > FEW_VALUES):
                return self._average(target)
            return self._most_common(target)
        if intent in ("maximum", "minimum") and not self._is_named_after(intent):
            if measure:
                return write_extreme(self, target, measure)
            largest = largest_by_parts(self)
            if largest is not None:
                return largest
        dated = dated_measure(self, target) if intent in ("first", "last") else None
        if dated:
            return write_extreme(self, target, dated)
        switches = quote_switches(self)
        if switches is not None:
            return switches
        lacking = any(one.negated and one.label == self.anchor for one in self.meaning.conditions)
        self._leave_out_templates(Target(self.anchor) if lacking else target)
        self.list_columns(target)
        if self.meaning.heir and not self.wants_values_only:
            return self._inherited(target, self.meaning.heir)
        if target.property and not any(
            one.property == target.property and one.label == target.label for one in self.meaning.conditions
        ):
            alike = [name for label, name in self.meaning.extras if label == target.label]
            present = [f"n.{quote_name(name)} IS NOT NULL" for name in (target.property, *alike)]
            present = [self._stated(target)] if self.wants_values_only and not alike else present
            self.tests.append(f"({' OR '.join(present)})" if alike else present[0])
        order = [name for name in self.columns if name in ("device", "owner")] or list(self.columns)[:1]
        kind: Intent = "lookup" if intent in ("average", "maximum", "minimum", "first", "last") else intent
        return self.statement(
            "RETURN DISTINCT",
            kind,
            f" ORDER BY {', '.join(dict.fromkeys([*order, *list(self.columns)[1:2]]))}",
        )

    def _is_named_after(self, intent: Intent) -> bool:
        """Tell whether "minimum" is a word of the property that is asked for, and not what to look for in it."""
        target = self.meaning.target
        return (
            bool(target.property)
            and stem(intent) in self.lexicon.labels[target.label].properties[target.property].words
        )

    def _leave_out_templates(self, target: Target) -> None:
        """Leave out what only hands its settings on: neighbors are addresses, groups of them are not."""
        of_values = bool(target.property) and (self.meaning.heir is None or self.wants_values_only)
        if not target.label or target.label == ROOT or of_values:
            return
        label = self.lexicon.labels[target.label]
        given = any(one.label == target.label and one.property == "key" for one in self.meaning.conditions)
        if given or not has_key(label) or not names_addresses(label.properties["key"]):
            return
        if any(HANDING_ON & set(label.properties[name].words) for name in label.properties if name != "key"):
            self.tests.append("(n.key CONTAINS '.' OR n.key CONTAINS ':')")

    def _inherited(self, target: Target, heir: Heir) -> Statement:
        """List a property with what entities inherit from their owner, or from the entity that they name."""
        name = quote_name(target.property)
        over = f"(g:{quote_name(heir.label)})"
        optional = f"OPTIONAL MATCH {over}-[:HAS*1..{heir.steps}]->(n) WHERE n.{name} IS NULL"
        if heir.by:
            same = names_key(f"n.{quote_name(heir.by)}", "g.key")
            optional = f"OPTIONAL MATCH {over} WHERE n.{name} IS NULL AND g.device = n.device AND {same}"
        self.columns[target.property] = f"coalesce(n.{name}, g.{name})"
        if has_key(self.lexicon.labels[heir.label]):
            self.columns["inherited_from"] = f"CASE WHEN n.{name} IS NULL THEN g.key END"
        columns = ", ".join(f"{what} AS {quote_name(alias)}" for alias, what in self.columns.items())
        text = (
            f"{' '.join(self.patterns)}{where(self.tests)} {optional}{self.optional} "
            f"WITH * WHERE coalesce(n.{name}, g.{name}) IS NOT NULL RETURN DISTINCT {columns} ORDER BY device"
        )
        return Statement(text, self.parameters.values, self.asked.intent, tuple(self.columns))

    def statement(self, verb: str, intent: Intent, tail: str, group: str = "") -> Statement:
        columns = ", ".join(f"{what} AS {quote_name(name)}" for name, what in self.columns.items())
        text = f"{' '.join(self.patterns)}{where(self.tests)}{self.optional} {verb} {columns}{tail}"
        return Statement(text, self.parameters.values, intent, tuple(self.columns), group)

    def _count(self, target: Target) -> Statement:
        group = self._group(target)
        if group:
            self.columns[group[0]] = group[1]
        if not target.label:
            self.columns["devices"] = "count(DISTINCT n.device)"
        elif target.property:
            return self._distinct_values(target, group[0] if group else "")
        else:
            self._leave_out_templates(target)
            self.columns["count"] = "count(DISTINCT n)"
        return self.statement(
            "RETURN", "count", " ORDER BY count DESC" if group else "", group[0] if group else ""
        )

    def _distinct_values(self, target: Target, group: str) -> Statement:
        name = f"n.{quote_name(target.property)}"
        self.tests.append(self._stated(target))
        columns = "".join(f"{what} AS {quote_name(alias)}, " for alias, what in self.columns.items())
        tail = " ORDER BY count DESC" if group else ""
        text = (
            f"{' '.join(self.patterns)}{where(self.tests)} UNWIND ([] + {name}) AS value "
            f"RETURN {columns}count(DISTINCT value) AS count{tail}"
        )
        return Statement(text, self.parameters.values, "count", (*self.columns, "count"), group)

    def _group(self, target: Target) -> tuple[str, str] | None:
        if not self.asked.group and not (not target.label and self.asked.intent == "most_common"):
            return None
        return ("device", "n.device")

    def _most_common(self, target: Target) -> Statement:
        way = "ASC" if self.asked.fewest else "DESC"
        if target.property:
            name = f"n.{quote_name(target.property)}"
            self.tests.append(self._stated(target))
            alias = quote_name(target.property)
            text = (
                f"{' '.join(self.patterns)}{where(self.tests)} UNWIND ([] + {name}) AS value "
                f"RETURN value AS {alias}, count(*) AS count ORDER BY count {way}, {alias}"
            )
            return Statement(text, self.parameters.values, "most_common", (target.property, "count"))
        others = [variable for variable in self.variables.values() if variable != "n"]
        self.columns["device"] = "n.device"
        if target.label:
            self.columns[column_of(self.lexicon.labels[target.label])] = "n.key"
        else:
            self._leave_out_templates(Target(self.anchor))
        self.columns["count"] = f"count(DISTINCT {others[-1] if others and target.label else 'n'})"
        return self.statement("RETURN", "most_common", f" ORDER BY count {way}, device", "device")

    def _average(self, target: Target) -> Statement:
        name = f"n.{quote_name(target.property)}"
        self.tests.append(self._stated(target))
        self.columns = {
            "average": f"avg({name})",
            "median": f"percentileCont({name}, 0.5)",
            "minimum": f"min({name})",
            "maximum": f"max({name})",
            "count": f"count({name})",
        }
        return self.statement("RETURN", "average", "")

    def _stated(self, target: Target) -> str:
        """Write that a property is there; one that holds values is not where a line takes it back."""
        found = self.lexicon.labels[target.label].properties[target.property]
        name = f"n.{quote_name(target.property)}"
        return f"{name} IS NOT NULL" if found.is_flag else holds_value(name)

    def _distinct(self, target: Target) -> int:
        return self.lexicon.labels[target.label].properties[target.property].distinct

    @property
    def wants_values_only(self) -> bool:
        """Tell whether the question speaks of values without naming what has them: "which AS numbers are used"."""
        target = self.meaning.target
        if not target.property or self.meaning.conditions or self.asked.group:
            return False
        words = self.lexicon.labels[target.label].words
        return not match_words(words, self.scope.words).positions

    def list_columns(self, target: Target) -> None:
        self.columns["device"] = "n.device"
        anchor = self.lexicon.labels[self.anchor]
        if not target.label and self._names_owner(anchor):
            self._add_keys(anchor)
        if target.label:
            if not self.wants_values_only:
                self._add_keys(anchor)
            if target.property:
                self._add_property("n", anchor, target.property)
        for label, name in self.meaning.extras:
            if label in self.variables:
                self._add_property(self.variables[label], self.lexicon.labels[label], name)
        for condition in self.meaning.conditions:
            if condition.property and condition.test != "line" and not condition.negated:
                variable = self.variables.get(condition.label)
                holder = self.holders.get((condition.label, condition.property))
                if variable:
                    for name in (condition.property, *(one for one, _ in condition.stated)):
                        self._add_property(holder or variable, self.lexicon.labels[condition.label], name)
                if holder and variable and target.label:
                    self.columns["inherited_from"] = (
                        f"CASE WHEN {holder}.id <> {variable}.id THEN {holder}.key END"
                    )

    def _names_owner(self, label: Label) -> bool:
        """Tell whether the question asks for what has the entity beside the device: "which list, on which device"."""
        first = next((one for one in self.asked.phrases if one.sort == "thing"), None)
        owner = owner_of(self.lexicon, label)
        matched = match_words(owner[1].words, self.scope.at(first.positions)) if first and owner else None
        return matched is not None and bool(matched.positions) and matched.missed <= 1

    def _add_keys(self, label: Label) -> None:
        """Add the entity's name, and its owner's where the name alone says little."""
        if has_key(label):
            self.columns[column_of(label)] = "n.key"
        owner = owner_of(self.lexicon, label)
        named = has_key(label) and not is_vague(label) and not holds_addresses(label.properties["key"])
        wanted = owner is not None and any(one.label == owner[1].name for one in self.meaning.conditions)
        vague = owner is not None and has_key(label) and not is_vague(label) and is_vague(owner[1])
        if owner is None or ((named or vague) and not wanted):
            return
        steps, over = owner
        variable = self.variables.get(over.name)
        if variable is None:
            variable = "up"
            self.optional = f" OPTIONAL MATCH (up:{quote_name(over.name)})-[:HAS*1..{steps}]->(n)"
            self.variables[over.name] = variable
        self.columns.setdefault(column_of(over), f"{variable}.key")

    def _add_property(self, variable: str, label: Label, name: str) -> None:
        if name == "key":
            self.columns.setdefault(column_of(label), f"{variable}.key")
            return
        self.columns.setdefault(name, f"{variable}.{quote_name(name)}")
        pattern = re.compile(re.escape(name) + _QUALIFIER)
        beside = [other for other in label.properties if pattern.fullmatch(other) and other not in INTERNAL]
        for other in beside[:_MOST_QUALIFIERS]:
            self.columns.setdefault(other, f"{variable}.{quote_name(other)}")
