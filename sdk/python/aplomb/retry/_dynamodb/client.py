"""The clients of DynamoDB that people use, as one: a call has an operation, an input, and a
way to send other operations in the same form. The form is native values (resources) or
attribute values, {"S": "..."} (clients)."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional

from .._errors import RetryError

FAILED = "ConditionalCheckFailed"

_METHODS = {
    "put_item": "PutItem",
    "update_item": "UpdateItem",
    "delete_item": "DeleteItem",
    "get_item": "GetItem",
    "transact_write_items": "TransactWriteItems",
    "batch_write_item": "BatchWriteItem",
}


class Call(NamedTuple):
    """A call of DynamoDB."""

    client: Any
    operation: str
    input: dict
    perform: Callable[[str, dict], dict]  # sends an operation

    @property
    def document(self) -> bool:
        """Whether values are native ones: keys are never maps, so their form shows."""
        return any(not isinstance(value, dict) for value in _some_item(self.input).values())

    def error(self, code: str, message: str, **fields: Any) -> Exception:
        """The error that the client would raise."""
        response = {"Error": {"Code": code, "Message": message}, "ResponseMetadata": {"HTTPStatusCode": 400}, **fields}
        return getattr(self.client.exceptions, code)(response, self.operation)


def _some_item(parameters: dict) -> dict:
    for name in ("Key", "Item"):
        if name in parameters:
            return parameters[name]
    members = [member for write in parameters.get("TransactItems", []) for member in write.values()]
    requests = [request for table in parameters.get("RequestItems", {}).values() for request in table]
    members += [member for request in requests for member in request.values()]
    return _some_item(members[0]) if members else {}


def call_of(method: Callable, parameters: dict) -> Optional[Call]:
    """The call that a bound method and its arguments describe."""
    owner: Any = getattr(method, "__self__", None)
    meta = getattr(owner, "meta", None)
    operation = _METHODS.get(getattr(method, "__name__", ""))
    if meta is None or operation is None:
        return None
    client = getattr(meta, "client", None)
    if client is None:
        client = owner
    elif "TableName" not in parameters and getattr(owner, "name", None):
        parameters = {"TableName": owner.name, **parameters}
    if client.meta.service_model.service_name != "dynamodb":
        return None
    return Call(client, operation, parameters, lambda name, given: _send(client, name, given))


def _send(client: Any, operation: str, parameters: dict) -> dict:
    method = next(name for name, known in _METHODS.items() if known == operation)
    return getattr(client, method)(**parameters)


def is_client(method: Callable) -> bool:
    """Whether this is a method of boto3 for DynamoDB, whatever it does."""
    owner = getattr(method, "__self__", None)
    meta = getattr(owner, "meta", None)
    client = getattr(meta, "client", owner)
    model = getattr(getattr(client, "meta", None), "service_model", None)
    return getattr(model, "service_name", None) == "dynamodb"


def code_of(error: Exception) -> str:
    """The code of an error of botocore; empty for others."""
    response = getattr(error, "response", None)
    return response.get("Error", {}).get("Code", "") if isinstance(response, dict) else ""


def reasons_of(error: Exception) -> Optional[list]:
    """The reasons of a cancelled transaction, one per item; None for other errors."""
    if code_of(error) != "TransactionCanceledException":
        return None
    return getattr(error, "response").get("CancellationReasons", [])


def not_supported(message: str) -> RetryError:
    """What once() does not do."""
    return RetryError("NOT_SUPPORTED", message)
