"""Replies with values. A transaction returns none, so the item is read first, the reply is
computed, and the transaction requires that what the reply is computed from has not changed
since. Otherwise: again.

What cannot be required is that an item has no further attributes. A reply of ALL_OLD or
ALL_NEW may therefore lack an attribute that another write added to the item between read
and transaction, if it touched nothing else of the item.
"""

from __future__ import annotations

import random
import time
from typing import Callable, NamedTuple, Optional

from .._errors import RetryError
from .client import Call, not_supported
from .expression import applied, attributes_of, parse

_TRIES = 50


class Plan(NamedTuple):
    """What a write replies, and what must not have changed for that."""

    reply: dict
    condition: str
    names: dict
    values: dict


def replied(call: Call, transact: Callable[[Optional[Plan]], dict]) -> dict:
    """Performs a write with the reply that it asks for."""
    wanted = call.input.get("ReturnValues", "NONE")
    if wanted == "NONE":
        return transact(None)
    if call.operation == "PutItem":
        raise not_supported("once() does not support ReturnValues of put_item: keep() what you need from a read before")
    for tries in range(_TRIES):
        key = {"TableName": call.input["TableName"], "Key": call.input["Key"]}
        before = call.perform("GetItem", {**key, "ConsistentRead": True}).get("Item")
        outcome = transact(_planned(call, wanted, before))
        if not outcome.get("changed"):
            return outcome
        time.sleep(random.random() * min(0.005 * (tries + 1), 0.1))
    raise RetryError("CONTENTION", f"{call.input['TableName']}: the item changed in each of {_TRIES} tries to update it "
                                   "and to reply with its values")


def _planned(call: Call, wanted: str, before: Optional[dict]) -> Plan:
    given = call.input
    actions = parse(given.get("UpdateExpression", ""), given.get("ExpressionAttributeNames", {}))
    targets, operands = attributes_of(actions)
    everything = wanted.startswith("ALL")
    if not everything and any(len(action.path) > 1 for action in actions):
        raise not_supported(f"once() does not support ReturnValues {wanted} with nested paths: use ALL_NEW or ALL_OLD")
    start = given["Key"] if before is None else before
    after = applied(actions, start, given.get("ExpressionAttributeValues", {}), call.document) if wanted.endswith("NEW") else before
    shown = after if everything else {name: value for name, value in (after or {}).items() if name in targets}
    relevant = targets | operands | (set(start) if everything or before is None else set())
    return Plan({"Attributes": shown} if shown else {}, *_unchanged(before or {}, relevant))


def _unchanged(before: dict, attributes: set) -> tuple:
    """That these attributes are what they were."""
    names, values, parts = {}, {}, []
    for index, attribute in enumerate(sorted(attributes)):
        names[f"#aplomb{index}"] = attribute
        if attribute in before:
            values[f":aplomb{index}"] = before[attribute]
            parts.append(f"#aplomb{index} = :aplomb{index}")
        else:
            parts.append(f"attribute_not_exists(#aplomb{index})")
    return " AND ".join(parts), names, values
