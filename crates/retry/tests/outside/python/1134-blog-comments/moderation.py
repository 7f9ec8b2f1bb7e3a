import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["COMMENTS"])


def hide(event, context):
    p = event["pathParameters"]
    table.update_item(
        Key={"slug": p["slug"], "comment": p["comment"]},
        UpdateExpression="SET hidden = :true",
        ConditionExpression="attribute_exists(slug)",
        ExpressionAttributeValues={":true": True},
    )
    return {"statusCode": 204}
