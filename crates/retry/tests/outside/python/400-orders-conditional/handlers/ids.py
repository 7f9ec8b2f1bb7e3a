import hashlib
import hmac
import os
import uuid

NAMESPACE = uuid.UUID("0f6d2a0e-6d0b-4c0e-9a52-2b7a5c1d3e4f")


def order_id(customer: str, key: str) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{customer}/{key}"))


def signed(body: str, signature: str) -> bool:
    expected = hmac.new(os.environ["SIGNING_KEY"].encode(), body.encode(), hashlib.sha256)
    return hmac.compare_digest(expected.hexdigest(), signature)
