import json

import boto3

from devices.table import Refused, commands

iot = boto3.client("iot-data")


def handler(event, context):
    path = event["pathParameters"]
    body = json.loads(event["body"])
    try:
        commands.put_item(
            Item={"device": path["device"], "command": path["command"], "action": body["action"]},
            ConditionExpression="attribute_not_exists(command)",
        )
    except Refused:
        # a repetition of the same request
        return {"statusCode": 202}
    iot.publish(
        topic=f"devices/{path['device']}/commands",
        qos=1,
        payload=json.dumps({"command": path["command"], "action": body["action"]}),
    )
    return {"statusCode": 202}
