import json
from contextlib import contextmanager

import boto3

dynamodb = boto3.resource("dynamodb")
usage = dynamodb.Table("usage")
done = dynamodb.Table("usage-done")


@contextmanager
def marked_done(message_id):
    yield
    done.put_item(Item={"id": message_id})


def is_done(message_id):
    return "Item" in done.get_item(Key={"id": message_id}, ConsistentRead=True)


def meter(event, context):
    for record in event["Records"]:
        sns = record["Sns"]
        if is_done(sns["MessageId"]):
            continue
        call = json.loads(sns["Message"])
        with marked_done(sns["MessageId"]):
            usage.update_item(
                Key={"tenant": call["tenant"]},
                UpdateExpression="ADD #n :one SET last_path = :path",
                ExpressionAttributeNames={"#n": "calls"},
                ExpressionAttributeValues={":one": 1, ":path": call["path"]},
            )
