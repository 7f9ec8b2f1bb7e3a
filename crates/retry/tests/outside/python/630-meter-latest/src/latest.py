import base64
import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["LATEST"])


def handler(event, context):
    latest = {}
    for record in event["Records"]:
        kinesis = record["kinesis"]
        # The meter is the partition key: its readings are in order on one shard.
        latest[kinesis["partitionKey"]] = json.loads(base64.b64decode(kinesis["data"]))
    for meter, reading in latest.items():
        table.put_item(Item={"meter": meter, "wh": reading["wh"], "at": reading["at"]})
