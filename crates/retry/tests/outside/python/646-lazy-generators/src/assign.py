import os

import boto3

dynamodb = boto3.resource("dynamodb")
slots = dynamodb.Table(os.environ["SLOTS"])
desks = dynamodb.Table(os.environ["DESKS"])
Refused = dynamodb.meta.client.exceptions.ConditionalCheckFailedException


def claim_slot(slot, booking):
    try:
        slots.put_item(
            Item={"slot": slot, "booking": booking},
            ConditionExpression="attribute_not_exists(slot)",
        )
    except Refused:
        return False
    return True


def claim_desk(desk, booking):
    try:
        desks.put_item(
            Item={"desk": desk, "booking": booking},
            ConditionExpression="attribute_not_exists(desk) OR booking = :booking",
            ExpressionAttributeValues={":booking": booking},
        )
    except Refused:
        return False
    return True


def slot(event, context):
    return {"assigned": any(claim_slot(s, event["booking"]) for s in event["wishes"])}


def desk(event, context):
    return {"assigned": any(claim_desk(d, event["booking"]) for d in event["wishes"])}
