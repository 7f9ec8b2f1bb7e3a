"""Models of pynamodb: their methods build the request themselves, so the request is taken
over where it is about to be sent."""

from __future__ import annotations

import threading
from contextvars import ContextVar
from typing import Any, Callable, Optional

from .client import Call, not_supported

_WRITES = ("PutItem", "UpdateItem", "DeleteItem")

# What is to become of the write that the current code is about to send.
_pending: ContextVar[Optional[Callable[[Call], dict]]] = ContextVar("aplomb_pynamodb", default=None)
_installing = threading.Lock()


def is_model(method: Any) -> bool:
    owner = getattr(method, "__self__", None)
    return any(base.__module__ == "pynamodb.models" for base in type(owner).__mro__)


def once(method: Any, args: tuple, kwargs: dict, perform: Callable[[Call], dict]) -> Any:
    """Calls a method of a model; the one write that it sends is performed by `perform`."""
    _intercept(method.__self__._get_connection().connection.client)
    sent: list = []

    def take(call: Call) -> dict:
        if sent:
            raise not_supported(f"{method.__name__} sends more than one write")
        sent.append(call)
        return perform(call)

    token = _pending.set(take)
    try:
        return method(*args, **kwargs)
    finally:
        _pending.reset(token)


def _intercept(client: Any) -> None:
    with _installing:
        send = client._make_api_call
        if getattr(send, "aplomb", False):
            return

        def instead(operation: str, parameters: dict) -> dict:
            take = _pending.get()
            if take is None or operation not in _WRITES:
                return send(operation, parameters)
            return take(Call(client, operation, parameters, send))

        setattr(instead, "aplomb", True)
        client._make_api_call = instead
