# what is added is nothing for small amounts only
# award: unsafe alone, unsafe together

import math

import boto3

members = boto3.resource("dynamodb").Table("members")


def award(event, context):
    members.update_item(
        Key={"member": event["member"]},
        UpdateExpression="ADD points :points",
        ExpressionAttributeValues={":points": math.floor(event["cents"] / 100)},
    )
