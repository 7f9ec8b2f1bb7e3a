import json
import os

import boto3
from boto3.dynamodb.types import TypeSerializer

client = boto3.client("dynamodb")
serializer = TypeSerializer()


def serialize(values):
    return {name: serializer.serialize(value) for name, value in values.items()}


def save(entry):
    try:
        client.update_item(
            TableName=os.environ["STRINGS"],
            Key=serialize({"project": entry["project"], "name": entry["name"]}),
            UpdateExpression="SET texts = :texts, revision = :revision",
            ConditionExpression="attribute_not_exists(revision) OR revision < :revision",
            ExpressionAttributeValues=serialize({":texts": entry["texts"], ":revision": entry["revision"]}),
        )
    except client.exceptions.ConditionalCheckFailedException:
        print(f"{entry['name']} has revision {entry['revision']} or later")


def handler(event, context):
    for record in event["Records"]:
        save(json.loads(record["body"]))
