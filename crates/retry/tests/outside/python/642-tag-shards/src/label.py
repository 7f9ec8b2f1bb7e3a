import json
import os

import boto3
from src.words import words

labels = boto3.resource("dynamodb").Table(os.environ["LABELS"])


def handler(event, context):
    for record in event["Records"]:
        doc = json.loads(record["body"])
        label = next(iter(words(doc["title"])), None)
        if label is not None:
            labels.put_item(Item={"label": str(label), "doc": doc["id"]})
