import json
import os
from decimal import Decimal

import boto3
from botocore.exceptions import ClientError

lots = boto3.resource("dynamodb").Table(os.environ["LOTS"])


def respond(status, body=None):
    return {"statusCode": status, "body": json.dumps(body or {}, default=str)}


def bid(event, context):
    lot = event["pathParameters"]["lot"]
    body = json.loads(event["body"], parse_float=Decimal)
    try:
        lots.update_item(
            Key={"lot": lot},
            UpdateExpression="SET high = :amount, bidder = :bidder",
            ConditionExpression="attribute_exists(lot) AND high < :amount AND attribute_not_exists(closed)",
            ExpressionAttributeValues={":amount": body["amount"], ":bidder": body["bidder"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return respond(409, {"message": "You were outbid"})
        raise
    return respond(200, {"lot": lot, "high": body["amount"]})


def close_lot(event, context):
    lots.update_item(
        Key={"lot": event["pathParameters"]["lot"]},
        UpdateExpression="SET closed = :yes",
        ExpressionAttributeValues={":yes": True},
    )
    return respond(204)


def watch(event, context):
    params = event["pathParameters"]
    lots.update_item(
        Key={"lot": params["lot"]},
        UpdateExpression="ADD watchers :user",
        ExpressionAttributeValues={":user": {params["user"]}},
    )
    return respond(200, {"watching": params["lot"]})


def show_lot(event, context):
    item = lots.get_item(Key={"lot": event["pathParameters"]["lot"]}).get("Item")
    if item is None:
        return respond(404)
    return respond(
        200,
        {"lot": item["lot"], "high": item.get("high"), "closed": item.get("closed", False), "watchers": len(item.get("watchers", ()))},
    )
