"""The client says which version it edited, and names its request."""
import json

import boto3
from botocore.exceptions import ClientError

drafts = boto3.resource("dynamodb").Table("drafts")


def answer(status, **body):
    return {"statusCode": status, "body": json.dumps(body)}


def is_mine(draft, request):
    item = drafts.get_item(Key={"id": draft}, ConsistentRead=True).get("Item", {})
    return item.get("last_request") == request


def save(event, context):
    body = json.loads(event["body"])
    draft, request, version = event["pathParameters"]["id"], body["request"], body["version"]
    try:
        drafts.update_item(
            Key={"id": draft},
            UpdateExpression="SET #text = :text, version = :next, last_request = :request",
            ConditionExpression="version = :version",
            ExpressionAttributeNames={"#text": "text"},
            ExpressionAttributeValues={
                ":text": body["text"],
                ":version": version,
                ":next": version + 1,
                ":request": request,
            },
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        if not is_mine(draft, request):
            return answer(409, error="the draft was changed meanwhile")
    return answer(200, version=version + 1)
