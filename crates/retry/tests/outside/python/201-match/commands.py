import json

import boto3

dynamodb = boto3.resource("dynamodb")
points = dynamodb.Table("points")
commands = dynamodb.Table("commands")


def dispatch(event, context):
    for record in event["Records"]:
        match json.loads(record["body"]):
            case {"kind": "bonus", "member": member, "points": int(number)}:
                points.update_item(
                    Key={"member": member},
                    UpdateExpression="ADD points :p",
                    ExpressionAttributeValues={":p": number},
                )
            case {"kind": "reset", "member": member}:
                points.put_item(Item={"member": member, "points": 0})
            case _:
                raise ValueError("unknown command")


def route(event, context):
    for record in event["Records"]:
        match json.loads(record["body"]):
            case {"kind": "start", **rest}:
                state = "started"
            case {"kind": "stop" | "pause"}:
                state = "halted"
            case _:
                state = "ignored"
        commands.put_item(Item={"id": record["messageId"], "state": state})
