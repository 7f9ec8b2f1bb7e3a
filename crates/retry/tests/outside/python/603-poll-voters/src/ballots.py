import json
import os

import boto3

ballots = boto3.resource("dynamodb").Table(os.environ["BALLOTS"])


def vote(event, context):
    voter = event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"]
    ballots.update_item(
        Key={"ballot": event["pathParameters"]["ballot"]},
        UpdateExpression="ADD voters :voter",
        ExpressionAttributeValues={":voter": {voter}},
    )
    return {"statusCode": 204}


def tally(event, context):
    item = ballots.get_item(Key={"ballot": event["pathParameters"]["ballot"]}).get("Item", {})
    return {
        "statusCode": 200,
        "body": json.dumps({"yes": len(item.get("voters", set()))}),
    }
