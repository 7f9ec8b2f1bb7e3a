import json
import os

import boto3

dynamodb = boto3.resource("dynamodb")
images = dynamodb.Table(os.environ["IMAGES_TABLE"])
index = dynamodb.Table(os.environ["INDEX_TABLE"])


def handler(event, context):
    image = event["pathParameters"]["image"]
    entry = index.get_item(Key={"image": image}).get("Item")
    if not entry:
        return {"statusCode": 404, "body": json.dumps({"message": "not found"})}
    dims = images.get_item(Key={"image": image}).get("Item") or {}
    return {
        "statusCode": 200,
        "body": json.dumps(
            {
                "image": image,
                "etag": entry["etag"],
                "size": int(entry["size"]),
                "width": int(dims.get("width", 0)),
                "height": int(dims.get("height", 0)),
            }
        ),
    }
