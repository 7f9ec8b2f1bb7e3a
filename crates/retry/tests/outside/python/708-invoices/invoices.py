import json
import os
from datetime import datetime, timezone
from enum import Enum

import boto3
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")
invoices = dynamodb.Table(os.environ["INVOICES"])
counters = dynamodb.Table(os.environ["COUNTERS"])


class State(str, Enum):
    OPEN = "open"
    PAID = "paid"
    VOID = "void"


def respond(status, body):
    return {"statusCode": status, "body": json.dumps(body, default=str)}


def refused(error):
    return error.response["Error"]["Code"] == "ConditionalCheckFailedException"


def next_number():
    answer = counters.update_item(
        Key={"name": "invoice"},
        UpdateExpression="ADD current :one",
        ExpressionAttributeValues={":one": 1},
        ReturnValues="UPDATED_NEW",
    )
    return int(answer["Attributes"]["current"])


def find(ref):
    return invoices.get_item(Key={"ref": ref}, ConsistentRead=True).get("Item")


def issue(event, context):
    ref = event["pathParameters"]["ref"]
    known = find(ref)
    if known:
        return respond(200, {"ref": ref, "number": int(known["number"])})
    number = next_number()
    try:
        invoices.put_item(
            Item={
                "ref": ref,
                "number": number,
                "amount": json.loads(event["body"])["amount"],
                "state": State.OPEN.value,
            },
            ConditionExpression=Attr("ref").not_exists(),
        )
    except ClientError as error:
        if not refused(error):
            raise
        number = int(find(ref)["number"])
    return respond(200, {"ref": ref, "number": number})


def void(event, context):
    ref = event["pathParameters"]["ref"]
    try:
        invoices.update_item(
            Key={"ref": ref},
            UpdateExpression="SET #state = :void",
            ConditionExpression="attribute_exists(#ref) AND #state <> :paid",
            ExpressionAttributeNames={"#state": "state", "#ref": "ref"},
            ExpressionAttributeValues={":void": State.VOID.value, ":paid": State.PAID.value},
        )
    except ClientError as error:
        if refused(error):
            return respond(409, {"error": "missing or paid"})
        raise
    return respond(200, {"ref": ref, "state": State.VOID.value})


def pay(event, context):
    ref = event["pathParameters"]["ref"]
    try:
        answer = invoices.update_item(
            Key={"ref": ref},
            UpdateExpression="SET #state = :paid, paid_at = if_not_exists(paid_at, :now)",
            ConditionExpression="attribute_exists(#ref) AND #state <> :void",
            ExpressionAttributeNames={"#state": "state", "#ref": "ref"},
            ExpressionAttributeValues={
                ":paid": State.PAID.value,
                ":void": State.VOID.value,
                ":now": datetime.now(timezone.utc).isoformat(),
            },
            ReturnValues="ALL_NEW",
        )
    except ClientError as error:
        if refused(error):
            return respond(409, {"error": "missing or void"})
        raise
    return respond(200, {"ref": ref, "paid_at": answer["Attributes"]["paid_at"]})
