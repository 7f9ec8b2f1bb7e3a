import os

import boto3
import requests
from boto3.dynamodb.conditions import Attr

table = boto3.resource("dynamodb").Table(os.environ["MEMBERS"])


def due(period):
    condition = Attr("state").eq("active") & Attr("renewed").lt(period)
    return table.scan(FilterExpression=condition)["Items"]


def renew(event, context):
    period = event["time"][:7]
    for member in due(period):
        requests.post(
            os.environ["CHARGE_URL"],
            json={"member": member["id"], "period": period},
            headers={"Idempotency-Key": f"{member['id']}-{period}"},
            timeout=15,
        )
        table.update_item(
            Key={"id": member["id"]},
            UpdateExpression="SET renewed = :p",
            ExpressionAttributeValues={":p": period},
        )


def cancel(event, context):
    table.update_item(
        Key={"id": event["pathParameters"]["id"]},
        UpdateExpression="SET #s = :c",
        ExpressionAttributeNames={"#s": "state"},
        ExpressionAttributeValues={":c": "cancelled"},
    )
    return {"statusCode": 204}
