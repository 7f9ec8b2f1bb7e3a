# 22 RMW set-add + other adder + readers
# join: safe alone, unsafe-concurrent together

import boto3

items = boto3.resource("dynamodb").Table("items")


def join(event, context):
    members = items.get_item(Key={"id": event["id"]}).get("Item", {"members": []})["members"]
    if event["member"] not in members:
        items.put_item(Item={"id": event["id"], "members": members + [event["member"]]})
    return {"statusCode": 200}


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
