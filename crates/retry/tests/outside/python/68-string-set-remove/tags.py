import json

import boto3

photos = boto3.resource("dynamodb").Table("photos")


def change(event, action):
    path = event["pathParameters"]
    photos.update_item(
        Key={"id": path["id"]},
        UpdateExpression=f"{action} tags :tags",
        ExpressionAttributeValues={":tags": {path["tag"].lower()}},
    )
    return {"statusCode": 204}


def add(event, context):
    return change(event, "ADD")


def remove(event, context):
    return change(event, "DELETE")


def show(event, context):
    item = photos.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"tags": sorted(item.get("tags", []))})}
