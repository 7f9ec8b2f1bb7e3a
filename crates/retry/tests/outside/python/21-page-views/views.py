import json

import boto3

pages = boto3.resource("dynamodb").Table("pages")


def bump(page: str, visitor: str) -> int:
    reply = pages.update_item(
        Key={"page": page},
        UpdateExpression="ADD #views :one SET last_visitor = :visitor",
        ExpressionAttributeNames={"#views": "views"},
        ExpressionAttributeValues={":one": 1, ":visitor": visitor},
        ReturnValues="UPDATED_NEW",
    )
    return int(reply["Attributes"]["views"])


def hit(event, context):
    page = event["pathParameters"]["page"]
    visitor = event["requestContext"]["identity"]["sourceIp"]
    views = bump(page, visitor)
    return {
        "statusCode": 200,
        "headers": {"content-type": "application/json"},
        "body": json.dumps({"page": page, "views": views}),
    }
