import hashlib
import hmac
import os


def is_valid(event) -> bool:
    given = event["headers"].get("x-hub-signature-256", "")
    digest = hmac.new(
        os.environ["WEBHOOK_SECRET"].encode(), event["body"].encode(), hashlib.sha256
    ).hexdigest()
    return hmac.compare_digest(f"sha256={digest}", given)
