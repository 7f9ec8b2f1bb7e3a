import json
from enum import Enum

import boto3
from botocore.exceptions import ClientError

requests = boto3.resource("dynamodb").Table("requests")
ses = boto3.client("ses")


class State(str, Enum):
    OPEN = "open"
    APPROVED = "approved"


def transition(request, before, after):
    try:
        requests.update_item(
            Key={"id": request},
            UpdateExpression="SET #s = :after",
            ConditionExpression="#s = :before",
            ExpressionAttributeNames={"#s": "state"},
            ExpressionAttributeValues={":before": before.value, ":after": after.value},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise
    return True


def approve(event, context):
    request = event["pathParameters"]["id"]
    mail_to = json.loads(event["body"])["notify"]
    if transition(request, State.OPEN, State.APPROVED):
        ses.send_email(
            Source="desk@example.com",
            Destination={"ToAddresses": [mail_to]},
            Message={
                "Subject": {"Data": f"Request {request} approved"},
                "Body": {"Text": {"Data": "You may go ahead."}},
            },
        )
    return {"statusCode": 204}
