"""A mark in the item, written by the update itself: one write, no row. A mark goes with its
item, so this is only for items that nobody puts or deletes; and only for updates without a
condition, since a refusal would leave no mark."""

from __future__ import annotations

import hashlib
import json
import re
from decimal import Decimal
from typing import Any, Callable, List, NamedTuple

from .._attempt import Row
from .client import FAILED, Call, call_of, code_of, not_supported
from .expression import Operand, parse
from .rows import number, text

_SECTION = re.compile(r"(?<![\w#:.-])SET(?=\s)", re.IGNORECASE)


class _Held(NamedTuple):
    attribute: str
    copy: str
    expression: str


def once(row: Row, method: Callable, parameters: dict) -> dict:
    """An unconditional update_item that takes effect once."""
    call = _admitted(method, parameters)
    digest = hashlib.sha256(json.dumps([row.request, row.step]).encode()).hexdigest()
    mark = f"aplomb:{digest[:32]}"
    held = _held(call, mark)
    try:
        return _without(call.perform("UpdateItem", _marked(call, mark, held)), mark)
    except Exception as error:
        if code_of(error) != f"{FAILED}Exception":
            raise
        return _remembered(call, held)


def _admitted(method: Callable, parameters: dict) -> Call:
    def refuse(why: str) -> Exception:
        return not_supported(f"once_in_item() is for update_item with an UpdateExpression and no condition: {why}; use once()")

    call = call_of(method, parameters)
    if call is None or call.operation != "UpdateItem":
        raise refuse("this is another call")
    if call.input.get("ConditionExpression") or call.input.get("Expected"):
        raise refuse("this has a condition")
    if not call.input.get("UpdateExpression"):
        raise refuse("this has none")
    if call.input.get("ReturnValues", "NONE") not in ("NONE", "UPDATED_NEW"):
        raise refuse(f"this asks for {call.input['ReturnValues']}")
    return call


def _held(call: Call, mark: str) -> List[_Held]:
    """The values of the reply, written into the item by the same expressions: a retry finds
    them as they were, whatever others have done since."""
    if call.input.get("ReturnValues") != "UPDATED_NEW":
        return []
    names, values = call.input.get("ExpressionAttributeNames", {}), call.input.get("ExpressionAttributeValues", {})
    placeholders = {own: placeholder for placeholder, own in names.items()}
    held = []
    for index, (verb, path, value) in enumerate(parse(call.input["UpdateExpression"], names)):
        addable = verb == "ADD" and _is_number(values.get(value.value), call.document)
        if len(path) > 1 or not (verb == "SET" or addable):
            raise not_supported("once_in_item() supports UPDATED_NEW with SET and with ADD of numbers to attributes of the item; use once()")
        written = _written(value, placeholders)
        if verb == "ADD":
            written = f"if_not_exists({placeholders.get(path[0], path[0])}, :aplomb_zero) + {written}"
        held.append(_Held(path[0], f"{mark}:{index}", written))
    return held


def _is_number(value: Any, document: bool) -> bool:
    return isinstance(value, (int, Decimal)) if document else isinstance(value, dict) and "N" in value


def _written(operand: Operand, placeholders: dict) -> str:
    if operand.value is not None:
        return operand.value
    if operand.path is not None:
        steps = [f"[{step}]" if isinstance(step, int) else f".{placeholders.get(step, step)}" for step in operand.path]
        return "".join(steps)[1:]
    left, right = _written(operand.left, placeholders), _written(operand.right, placeholders)
    return f"{left} {operand.call} {right}" if operand.call in "+-" else f"{operand.call}({left}, {right})"


def _marked(call: Call, mark: str, held: List[_Held]) -> dict:
    names, values = {"#aplomb_mark": mark}, {":aplomb_mark": text(call.document, "done")}
    sets = ["#aplomb_mark = :aplomb_mark"]
    for index, one in enumerate(held):
        names[f"#aplomb_copy{index}"] = one.copy
        sets.append(f"#aplomb_copy{index} = {one.expression}")
        if ":aplomb_zero" in one.expression:
            values[":aplomb_zero"] = number(call.document, 0)
    expression, added = call.input["UpdateExpression"], ", ".join(sets)
    # An expression has each section at most once.
    if _SECTION.search(expression):
        expression = _SECTION.sub(lambda _: f"SET {added},", expression, count=1)
    else:
        expression = f"SET {added} {expression}"
    return {
        **call.input,
        "UpdateExpression": expression,
        "ConditionExpression": "attribute_not_exists(#aplomb_mark)",
        "ExpressionAttributeNames": {**call.input.get("ExpressionAttributeNames", {}), **names},
        "ExpressionAttributeValues": {**call.input.get("ExpressionAttributeValues", {}), **values},
    }


def _without(reply: dict, mark: str) -> dict:
    if "Attributes" not in reply:
        return reply
    return {**reply, "Attributes": {name: value for name, value in reply["Attributes"].items() if not name.startswith(mark)}}


def _remembered(call: Call, held: List[_Held]) -> dict:
    reply: dict = {"ResponseMetadata": {"HTTPStatusCode": 200, "HTTPHeaders": {}, "RetryAttempts": 0}}
    if held:
        key = {"TableName": call.input["TableName"], "Key": call.input["Key"]}
        item = call.perform("GetItem", {**key, "ConsistentRead": True})["Item"]
        reply["Attributes"] = {one.attribute: item[one.copy] for one in held}
    return reply
