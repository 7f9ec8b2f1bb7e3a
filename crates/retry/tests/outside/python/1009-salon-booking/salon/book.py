import json
import os

import boto3
from boto3.dynamodb.conditions import Attr
from dateutil.parser import isoparse

dynamodb = boto3.resource("dynamodb")
slots = dynamodb.Table(os.environ["SLOTS"])


def reply(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def handler(event, context):
    stylist = event["pathParameters"]["stylist"]
    try:
        slot = isoparse(event["pathParameters"]["slot"]).isoformat()
    except ValueError:
        return reply(400, error="slot must be a date")
    customer = event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]
    try:
        slots.put_item(
            Item={"stylist": stylist, "slot": slot, "customer": customer},
            ConditionExpression=Attr("slot").not_exists() | Attr("customer").eq(customer),
        )
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        return reply(409, error="slot is taken")
    return reply(200, stylist=stylist, slot=slot)
