# 23 Alexa addItem (post PR#7)
# addItem: unsafe alone, unsafe together

import boto3

lists = boto3.resource("dynamodb").Table("lists")


def addItem(event, context):
    found = lists.get_item(Key={"user": event["user"]}).get("Item", {"list": []})["list"]
    if event["item"] in found:
        return f"{event['item']} is already on your list"
    lists.put_item(Item={"user": event["user"], "list": found + [event["item"]]})
    return f"{event['item']} is now on your list"
