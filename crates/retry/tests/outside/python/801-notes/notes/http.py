import json
from typing import Any


class BadRequest(Exception):
    pass


def reply(status: int, payload: Any = None) -> dict:
    return {
        "statusCode": status,
        "headers": {"Content-Type": "application/json"},
        "body": "" if payload is None else json.dumps(payload),
    }


def parse_note(event: dict) -> dict:
    data = json.loads(event.get("body") or "{}")
    title = str(data.get("title", "")).strip()
    if not title:
        raise BadRequest("title is required")
    if len(title) > 200:
        raise BadRequest("title is too long")
    return {"title": title, "body": str(data.get("body", ""))}
