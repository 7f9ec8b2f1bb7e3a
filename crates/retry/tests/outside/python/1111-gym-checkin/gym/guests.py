import json
import os

import boto3

passes = boto3.resource("dynamodb").Table(os.environ["GUESTS_TABLE"])


def handler(event, context):
    body = json.loads(event["body"])
    # the request id makes it idempotent
    pass_id = event["requestContext"]["requestId"]
    passes.put_item(Item={"pass_id": pass_id, "host": body["host"], "guest": body["guest"]})
    return {"statusCode": 201, "body": json.dumps({"guest": body["guest"]})}
