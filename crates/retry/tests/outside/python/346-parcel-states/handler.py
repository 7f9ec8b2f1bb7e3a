import json

from states import State, advance, parcels


def accepted(event):
    return {"statusCode": 202, "body": json.dumps(event["pathParameters"])}


def pack(event, context):
    advance(event["pathParameters"]["id"], State.PLACED, State.PACKED)
    return accepted(event)


def ship(event, context):
    advance(event["pathParameters"]["id"], State.PACKED, State.SHIPPED)
    return accepted(event)


def status(event, context):
    item = parcels.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item", {})
    return {"statusCode": 200, "body": json.dumps({"state": item.get("state")})}
