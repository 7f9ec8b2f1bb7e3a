import json
import os

import boto3
from botocore.exceptions import ClientError

dynamodb = boto3.resource("dynamodb")


class Versioned:
    def __init__(self, table, condition):
        self.table = dynamodb.Table(table)
        self.condition = condition

    def save(self, key, text, version):
        try:
            self.table.put_item(
                Item={"id": key, "text": text, "version": version},
                ConditionExpression=self.condition,
                ExpressionAttributeNames={"#v": "version"},
                ExpressionAttributeValues={":v": version},
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise

    def load(self, key):
        item = self.table.get_item(Key={"id": key}).get("Item")
        if item is None:
            return {"statusCode": 404}
        return {"statusCode": 200, "body": json.dumps({"text": item["text"]})}


drafts = Versioned(os.environ["DRAFTS"], "attribute_not_exists(id) OR #v < :v")
notes = Versioned(os.environ["NOTES"], "attribute_not_exists(id) OR #v <= :v")


def save(store, event):
    body = json.loads(event["body"])
    store.save(event["pathParameters"]["id"], body["text"], int(body["version"]))
    return {"statusCode": 204}


def save_draft(event, context):
    return save(drafts, event)


def read_draft(event, context):
    return drafts.load(event["pathParameters"]["id"])


def save_note(event, context):
    return save(notes, event)


def read_note(event, context):
    return notes.load(event["pathParameters"]["id"])
