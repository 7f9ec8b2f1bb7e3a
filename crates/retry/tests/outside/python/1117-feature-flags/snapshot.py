import os

import boto3

dynamodb = boto3.resource("dynamodb")
flags = dynamodb.Table(os.environ["FLAGS"])
snapshots = dynamodb.Table(os.environ["SNAPSHOTS"])


def handler(event, context):
    day = event["time"][:10]
    with snapshots.batch_writer() as batch:
        for flag in flags.scan()["Items"]:
            batch.put_item(Item={"day": day, "name": flag["name"], "enabled": flag["enabled"]})
