import json
import os

import boto3
from botocore.exceptions import ClientError

table = boto3.resource("dynamodb").Table(os.environ["REQUESTS_TABLE"])


class InvalidState(Exception):
    pass


def transition(request_id: str, source: str, target: str) -> None:
    item = table.get_item(Key={"id": request_id}, ConsistentRead=True).get("Item")
    status = item["status"] if item else "missing"
    if status == target:
        return  # an earlier attempt did it
    if status != source:
        raise InvalidState(status)
    try:
        table.update_item(
            Key={"id": request_id},
            UpdateExpression="SET #s = :target",
            ConditionExpression="#s = :source",
            ExpressionAttributeNames={"#s": "status"},
            ExpressionAttributeValues={":source": source, ":target": target},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            raise InvalidState("changed meanwhile")
        raise


def answer(request_id, source, target):
    try:
        transition(request_id, source, target)
    except InvalidState as error:
        return {"statusCode": 409, "body": json.dumps({"message": str(error)})}
    return {"statusCode": 200, "body": json.dumps({"id": request_id, "status": target})}


def approve(event, context):
    return answer(event["pathParameters"]["id"], "pending", "approved")


def order(event, context):
    return answer(event["pathParameters"]["id"], "approved", "ordered")
