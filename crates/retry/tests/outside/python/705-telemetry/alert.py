import json
import os

import boto3

from records import decode

dynamodb = boto3.resource("dynamodb")
states = dynamodb.Table(os.environ["STATES"])
sns = boto3.client("sns")
LIMIT = int(os.environ["LIMIT"])


def turn(device, state):
    """Returns whether the device was in another state before."""
    try:
        states.update_item(
            Key={"device": device},
            UpdateExpression="SET #s = :new",
            ConditionExpression="attribute_not_exists(#s) OR #s <> :new",
            ExpressionAttributeNames={"#s": "state"},
            ExpressionAttributeValues={":new": state},
        )
    except dynamodb.meta.client.exceptions.ConditionalCheckFailedException:
        return False
    return True


def handler(event, context):
    for _, reading in decode(event):
        state = "alarm" if reading["value"] > LIMIT else "normal"
        changed = turn(reading["device"], state)
        if changed and state == "alarm":
            sns.publish(
                TopicArn=os.environ["ALARMS"],
                Message=json.dumps({"device": reading["device"], "value": reading["value"]}),
            )
