"""Rows of the log as items: {request, step, value, ttl}, in the form of a client."""

from __future__ import annotations

import os
from typing import Any, Optional

from .._attempt import Row


def table_name() -> str:
    return os.environ.get("APLOMB_RETRY_TABLE") or "aplomb_retry"


def text(document: bool, value: str) -> Any:
    return value if document else {"S": value}


def number(document: bool, value: int) -> Any:
    return value if document else {"N": str(value)}


def key_of(row: Row, document: bool) -> dict:
    return {"request": text(document, row.request), "step": text(document, row.step)}


def item_of(row: Row, value: str, document: bool) -> dict:
    return {**key_of(row, document), "value": text(document, value), "ttl": number(document, row.ttl)}


def value_of(item: Optional[dict], document: bool) -> Optional[str]:
    found = (item or {}).get("value")
    return found if document or found is None else found["S"]
