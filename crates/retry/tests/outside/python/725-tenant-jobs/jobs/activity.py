import json
import os

import boto3
from botocore.exceptions import ClientError

SHARDS = 16
table = boto3.resource("dynamodb").Table(os.environ["ACTIVITY_TABLE"])


def shard_of(tenant, activity_id):
    """Spreads the writes of a busy tenant over several partitions."""
    return f"{tenant}#{hash(activity_id) % SHARDS}"


def handler(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        try:
            table.put_item(
                Item={
                    "shard": shard_of(body["tenant"], record["messageId"]),
                    "activity": record["messageId"],
                    "kind": body["kind"],
                },
                ConditionExpression="attribute_not_exists(activity)",
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
