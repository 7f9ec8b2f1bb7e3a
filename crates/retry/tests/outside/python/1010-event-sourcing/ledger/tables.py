import os

import boto3

resource = boto3.resource("dynamodb")
client = boto3.client("dynamodb")
heads = resource.Table(os.environ["HEADS"])
commands = resource.Table(os.environ["COMMANDS"])


def head(stream: str) -> int:
    item = heads.get_item(Key={"stream": stream}, ConsistentRead=True).get("Item")
    return int(item["version"]) if item else 0


def append_items(stream: str, version: int, payload: str) -> list:
    return [
        {
            "Put": {
                "TableName": os.environ["EVENTS"],
                "Item": {
                    "stream": {"S": stream},
                    "version": {"N": str(version)},
                    "payload": {"S": payload},
                },
                "ConditionExpression": "attribute_not_exists(version)",
            }
        },
        {
            "Put": {
                "TableName": os.environ["HEADS"],
                "Item": {"stream": {"S": stream}, "version": {"N": str(version)}},
            }
        },
    ]
