"""A transaction of two: the row of the log if it is not there, and the write.

Row refused: the write is done, and the row has its outcome. Only the user's condition
refused: the refusal becomes the outcome, unless another attempt of the same request was
faster.
"""

from __future__ import annotations

import random
import re
import time
from typing import Any, Callable, NamedTuple, Optional

from .._attempt import REFUSED, Attempt, Row
from .._errors import RetryError
from .._values import decode, encode
from . import pynamodb
from .client import FAILED, Call, call_of, code_of, is_client, not_supported, reasons_of
from .replies import Plan, replied
from .rows import item_of, key_of, table_name, value_of

_MEMBERS = {"PutItem": "Put", "UpdateItem": "Update", "DeleteItem": "Delete"}
_LEGACY = ("Expected", "AttributeUpdates", "ConditionalOperator")
_DROPPED = ("ReturnValues", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics")

# Codes of a cancelled transaction after which the same transaction may succeed.
_PASSING = ("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded")
_TRIES = 25


class _Log(NamedTuple):
    row: Row
    table: str


def recognises(method: Any) -> bool:
    return is_client(method) or pynamodb.is_model(method)


def once(attempt: Attempt, row: Row, method: Any, args: tuple, kwargs: dict) -> Any:
    """Performs a method that writes, unless it has been performed."""
    if pynamodb.is_model(method):
        return pynamodb.once(method, args, kwargs, lambda call: _perform(attempt, row, call))
    call = call_of(method, kwargs)
    if call is None:
        raise not_supported(f"once() does not support {method.__name__}: it is for put_item, update_item, delete_item, "
                            "transact_write_items and batch_write_item")
    return _perform(attempt, row, call)


def _perform(attempt: Attempt, row: Row, call: Call) -> dict:
    log = _Log(row, getattr(attempt.log, "table", None) or table_name())
    writes = _writes(call)
    return _result(call, replied(call, lambda plan: _transact(call, log, writes, plan)))


def _writes(call: Call) -> list:
    """The writes of a call as items of a transaction."""
    legacy = next((name for name in _LEGACY if name in call.input), None)
    if legacy:
        raise not_supported(f"once() does not support the parameter {legacy}: use expressions")
    member = _MEMBERS.get(call.operation)
    if member:
        return [{member: {name: value for name, value in call.input.items() if name not in _DROPPED}}]
    if call.operation == "TransactWriteItems":
        return call.input["TransactItems"]
    if call.operation == "BatchWriteItem":
        return [_batched(table, request) for table, requests in call.input["RequestItems"].items() for request in requests]
    raise not_supported(f"once() does not support {call.operation}")


def _batched(table: str, request: dict) -> dict:
    ((kind, parameters),) = request.items()
    return {kind.replace("Request", ""): {"TableName": table, **parameters}}


def _transact(call: Call, log: _Log, writes: list, plan: Optional[Plan]) -> dict:
    """Writes row and writes together. Ends with the outcome that counts, whoever wrote it;
    with {"changed": True} if what `plan` requires of the item does not hold."""
    outcome = {"reply": plan.reply if plan else {}}
    items = [_conditioned(writes[0], plan)] if plan else writes
    error = _cancelled(call, [_logged(call, log, outcome), *items])
    if error is None:
        return outcome
    codes = _codes(error)
    if codes[:1] == [FAILED]:
        return _adopted(call, log)
    if FAILED not in codes:
        raise error
    return _refused_or_changed(call, log, writes[0]) if plan else _refusal(call, log, _refused_by(call, error))


def _codes(error: Exception) -> list:
    return [reason.get("Code", "None") for reason in reasons_of(error) or []]


def _cancelled(call: Call, items: list) -> Optional[Exception]:
    """Sends a transaction until it succeeds or is cancelled for good."""
    for tries in range(1, _TRIES + 1):
        try:
            call.perform("TransactWriteItems", {"TransactItems": items})
            return None
        except Exception as error:
            codes = _codes(error)
            passing = code_of(error) == "TransactionInProgressException" or any(code in _PASSING for code in codes)
            if FAILED in codes or not passing or tries == _TRIES:
                return error
            time.sleep(random.random() * min(0.01 * 2**tries, 0.5))
    return None


def _refused_or_changed(call: Call, log: _Log, write: dict) -> dict:
    """Two conditions were joined, and one of them failed. The user's own counts as refused
    only if it does not hold at the moment at which the refusal is written."""
    (given,) = write.values()
    condition = given.get("ConditionExpression")
    if not condition:
        return {"changed": True}
    check = {"TableName": given["TableName"], "Key": given["Key"], "ConditionExpression": f"NOT ({condition})"}
    mentioned = set(re.findall(r"[#:][\w-]+", condition))
    for parameter in ("ExpressionAttributeNames", "ExpressionAttributeValues"):
        used = {name: value for name, value in given.get(parameter, {}).items() if name in mentioned}
        if used:
            check[parameter] = used
    error = _cancelled(call, [_logged(call, log, {"refused": {}}), {"ConditionCheck": check}])
    if error is None:
        return {"refused": {}}
    codes = _codes(error)
    if codes[:1] == [FAILED]:
        return _adopted(call, log)
    if FAILED in codes:
        return {"changed": True}
    raise error


def _logged(call: Call, log: _Log, outcome: dict) -> dict:
    return {
        "Put": {
            "TableName": log.table,
            "Item": item_of(log.row, encode(outcome), call.document),
            "ConditionExpression": "attribute_not_exists(#request)",
            "ExpressionAttributeNames": {"#request": "request"},
        }
    }


# Conditions are joined by AND; the user's own may be any expression.
def _conditioned(write: dict, plan: Plan) -> dict:
    ((member, given),) = write.items()
    own = given.get("ConditionExpression")
    joined = {**given, "ConditionExpression": f"({own}) AND {plan.condition}" if own else plan.condition}
    joined["ExpressionAttributeNames"] = {**given.get("ExpressionAttributeNames", {}), **plan.names}
    values = {**given.get("ExpressionAttributeValues", {}), **plan.values}
    if values:
        joined["ExpressionAttributeValues"] = values
    return {member: joined}


def _adopted(call: Call, log: _Log) -> dict:
    """The outcome that another attempt, or this one before, has written."""
    key = key_of(log.row, call.document)
    found = call.perform("GetItem", {"TableName": log.table, "Key": key, "ConsistentRead": True})
    value = value_of(found.get("Item"), call.document)
    if value is None:
        raise RetryError("ROW_VANISHED", f"the row of {log.row.step} vanished: its ttl is shorter than an attempt takes")
    return decode(value)


def _refusal(call: Call, log: _Log, refused: dict) -> dict:
    try:
        call.perform("PutItem", _logged(call, log, {"refused": refused})["Put"])
        return {"refused": refused}
    except Exception as error:
        if code_of(error) != f"{FAILED}Exception":
            raise
        return _adopted(call, log)


def _refused_by(call: Call, error: Exception) -> dict:
    reasons = (reasons_of(error) or [])[1:]
    if call.operation == "TransactWriteItems":
        return {"reasons": reasons}
    return {name.lower(): reasons[0][name] for name in ("Message", "Item") if reasons and name in reasons[0]}


def _result(call: Call, outcome: dict) -> dict:
    """What the user's own call would have returned or raised."""
    refused = outcome.get("refused")
    if refused is None:
        unprocessed: dict = {"UnprocessedItems": {}} if call.operation == "BatchWriteItem" else {}
        return {**unprocessed, **outcome["reply"], "ResponseMetadata": {"HTTPStatusCode": 200, "HTTPHeaders": {}, "RetryAttempts": 0}}
    if "reasons" in refused:
        codes = ", ".join(reason.get("Code", "None") for reason in refused["reasons"])
        message = f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]"
        error = call.error("TransactionCanceledException", message, CancellationReasons=refused["reasons"])
    else:
        item = {"Item": refused["item"]} if "item" in refused else {}
        error = call.error(f"{FAILED}Exception", refused.get("message", "The conditional request failed"), **item)
    setattr(error, REFUSED, True)
    raise error
