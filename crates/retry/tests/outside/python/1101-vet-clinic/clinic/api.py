import json
import logging

from .repository import SlotTaken, slots

logger = logging.getLogger(__name__)


def _reply(status, body):
    return {"statusCode": status, "headers": {"content-type": "application/json"}, "body": json.dumps(body)}


def book(event, context):
    slot = event["pathParameters"]["slot"]
    body = json.loads(event["body"])
    try:
        slots.reserve(slot, body["ref"], body["pet"], body.get("reason", "checkup"))
    except SlotTaken:
        logger.info("slot %s is taken", slot)
        return _reply(409, {"error": "slot is taken"})
    return _reply(201, {"slot": slot, "ref": body["ref"]})


def cancel(event, context):
    params = event["pathParameters"]
    if not slots.cancel(params["slot"], params["ref"]):
        return _reply(404, {"error": "no such booking"})
    return _reply(200, {"state": "cancelled"})


def day_sheet(event, context):
    day = (event.get("queryStringParameters") or {}).get("day", "")
    rows = [s for s in slots.all() if s["slot"].startswith(day)]
    return _reply(200, sorted(({"slot": r["slot"], "pet": r["pet"], "state": r["state"]} for r in rows), key=lambda r: r["slot"]))
