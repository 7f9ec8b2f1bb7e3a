import boto3
from boto3.dynamodb.conditions import Attr

slots = boto3.resource("dynamodb").Table("slots")


def pick(event, context):
    for slot in event["slots"]:
        try:
            slots.put_item(
                Item={"id": slot, "owner": event["owner"]},
                ConditionExpression=Attr("id").not_exists(),
            )
        except slots.meta.client.exceptions.ConditionalCheckFailedException:
            continue
        break
    else:
        return {"slot": None}
    return {"slot": slot}
