import json
import os
import uuid

import boto3
from botocore.exceptions import ClientError

from .idempotent import idempotent

permits = boto3.resource("dynamodb").Table(os.environ["PERMITS"])


@idempotent
def issue(event, context):
    body = json.loads(event["body"])
    permit = str(uuid.uuid4())
    permits.put_item(Item={"permit": permit, "plate": body["plate"], "valid_until": body["validUntil"]})
    return {"statusCode": 201, "body": json.dumps({"permit": permit})}


def extend(event, context):
    permit = event["pathParameters"]["permit"]
    until = json.loads(event["body"])["validUntil"]
    try:
        permits.update_item(
            Key={"permit": permit},
            UpdateExpression="SET valid_until = :until",
            ConditionExpression="attribute_exists(permit) AND valid_until < :until",
            ExpressionAttributeValues={":until": until},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"statusCode": 204}


def show(event, context):
    item = permits.get_item(Key={"permit": event["pathParameters"]["permit"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"plate": item["plate"], "validUntil": item["valid_until"]})}
