"""Values that look fresh and are functions of the request and the site. They cost
nothing. With a secret nobody else can predict them."""

from __future__ import annotations

import hashlib
import hmac
import json
import uuid
from typing import Any

from ._attempt import current


def derived_bytes(site: Any, size: int) -> bytes:
    """Bytes in place of secrets.token_bytes(size): the same on every attempt."""
    attempt = current()
    row = attempt.take(site)
    secret = attempt.settings["secret"]
    chunks = b""
    while len(chunks) < size:
        message = json.dumps([row.request, row.step, len(chunks) // 32], separators=(",", ":"), ensure_ascii=False).encode()
        chunks += hmac.new(secret.encode(), message, "sha256").digest() if secret else hashlib.sha256(message).digest()
    return chunks[:size]


def derived_uuid(site: Any) -> uuid.UUID:
    """A UUID in place of uuid4(): the same on every attempt."""
    return uuid.UUID(bytes=derived_bytes(site, 16), version=4)


def derived_random(site: Any) -> float:
    """A number from 0 to 1, in place of random.random()."""
    return (int.from_bytes(derived_bytes(site, 8), "big") >> 11) / 2**53


def idempotency_key(site: Any) -> str:
    """A key by which a service recognises a repeated call: 64 hexadecimal digits."""
    return derived_bytes(site, 32).hex()
