import json
import os
from enum import Enum
from urllib.parse import unquote_plus

import boto3

rekognition = boto3.client("rekognition")
sns = boto3.client("sns")
table = boto3.resource("dynamodb").Table(os.environ["VERDICTS"])


class Verdict(str, Enum):
    CLEAN = "clean"
    FLAGGED = "flagged"


def labels_of(bucket: str, key: str) -> list[str]:
    found = rekognition.detect_moderation_labels(
        Image={"S3Object": {"Bucket": bucket, "Name": key}}, MinConfidence=80
    )
    return sorted(label["Name"] for label in found["ModerationLabels"])


def moderate(event, context):
    for record in event["Records"]:
        bucket = record["s3"]["bucket"]["name"]
        key = unquote_plus(record["s3"]["object"]["key"])
        labels = labels_of(bucket, key)
        result = Verdict.FLAGGED if labels else Verdict.CLEAN
        if result is Verdict.FLAGGED:
            sns.publish(
                TopicArn=os.environ["ALERTS"],
                Subject="Avatar flagged",
                Message=json.dumps({"key": key, "labels": labels}),
            )
        table.put_item(Item={"key": key, "verdict": result.value, "labels": labels})


def verdict(event, context):
    item = table.get_item(Key={"key": event["pathParameters"]["key"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": json.dumps({"verdict": "pending"})}
    return {"statusCode": 200, "body": json.dumps({"verdict": item["verdict"]})}
