import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["RESULTS"])


def store(event, context):
    for record in event["Records"]:
        sns = record["Sns"]
        result = json.loads(sns["Message"])
        table.put_item(
            Item={
                "id": sns["MessageId"],
                "patient": result["patient"],
                "values": {name: str(value) for name, value in result["values"].items()},
                "received": sns["Timestamp"],
            }
        )


def show(event, context):
    item = table.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    return {"statusCode": 200, "body": json.dumps(item)} if item else {"statusCode": 404}
