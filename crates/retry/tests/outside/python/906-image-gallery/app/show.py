import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["IMAGES_TABLE"])


def handler(event, context):
    item = table.get_item(Key={"imageId": event["pathParameters"]["id"]}).get("Item")
    if not item:
        return {"statusCode": 404, "body": json.dumps({"message": "not found"})}
    return {
        "statusCode": 200,
        "body": json.dumps(
            {
                "title": item.get("title"),
                "status": item["status"],
                "thumbnail": item.get("thumbnail"),
            }
        ),
    }
