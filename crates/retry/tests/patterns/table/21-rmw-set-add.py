# 21 RMW set-add const resp, alone
# join: safe alone, safe together
# today: safe alone, unknown together

import boto3

items = boto3.resource("dynamodb").Table("items")


def join(event, context):
    members = items.get_item(Key={"id": event["id"]}).get("Item", {"members": []})["members"]
    if event["member"] not in members:
        items.put_item(Item={"id": event["id"], "members": members + [event["member"]]})
    return {"statusCode": 200}
