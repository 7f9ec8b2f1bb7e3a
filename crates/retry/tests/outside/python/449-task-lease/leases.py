import json
from contextlib import suppress

import boto3

dynamodb = boto3.resource("dynamodb")
leases = dynamodb.Table("leases")
Refused = dynamodb.meta.client.exceptions.ConditionalCheckFailedException


def parse(event):
    return event["pathParameters"]["task"], json.loads(event["body"])["worker"]


def claim(event, context):
    task, worker = parse(event)
    try:
        leases.update_item(
            Key={"task": task},
            UpdateExpression="SET holder = :w",
            ConditionExpression="attribute_not_exists(holder) OR holder = :w",
            ExpressionAttributeValues={":w": worker},
        )
    except Refused:
        return {"statusCode": 409}
    return {"statusCode": 200}


def release(event, context):
    task, worker = parse(event)
    with suppress(Refused):
        leases.update_item(
            Key={"task": task},
            UpdateExpression="REMOVE holder",
            ConditionExpression="holder = :w",
            ExpressionAttributeValues={":w": worker},
        )
    return {"statusCode": 204}


def holder(event, context):
    item = leases.get_item(Key={"task": event["pathParameters"]["task"]}).get("Item", {})
    return {"statusCode": 200, "body": json.dumps({"holder": item.get("holder")})}
