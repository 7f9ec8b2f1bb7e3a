import json

import boto3

photos = boto3.resource("dynamodb").Table("photos")


def add(event, context):
    path = event["pathParameters"]
    photos.update_item(
        Key={"id": path["id"]},
        UpdateExpression="ADD tags :tags",
        ExpressionAttributeValues={":tags": {path["tag"].lower()}},  # a set: twice is once
    )
    return {"statusCode": 204}


def show(event, context):
    item = photos.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"tags": sorted(item.get("tags", []))})}
