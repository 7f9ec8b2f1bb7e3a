# a retry goes on with another value than the one the attempt began with
# tag: safe alone, unsafe-concurrent together
# today: safe alone, unknown together

import boto3
from botocore.exceptions import ClientError

db = boto3.resource("dynamodb")
settings = db.Table("settings")
tags = db.Table("tags")


def tag(event, context):
    season = settings.get_item(Key={"id": "season"}).get("Item", {})
    for id in event["ids"]:
        try:
            tags.put_item(
                Item={"id": id, "season": season.get("name")},
                ConditionExpression="attribute_not_exists(id)",
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise


def setSeason(event, context):
    settings.put_item(Item={"id": "season", "name": event["name"]})


def tagOf(event, context):
    return tags.get_item(Key={"id": event["id"]}).get("Item")
