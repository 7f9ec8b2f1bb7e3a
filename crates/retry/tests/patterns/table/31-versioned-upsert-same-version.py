# 31 versioned upsert (<=) same ver other val
# store: safe alone, unsafe-concurrent together

from botocore.exceptions import ClientError
import boto3

items = boto3.resource("dynamodb").Table("items")


def store(event, context):
    try:
        items.put_item(
            Item={"id": event["id"], "version": event["version"], "title": event["title"]},
            ConditionExpression="attribute_not_exists(id) OR version <= :version",
            ExpressionAttributeValues={":version": event["version"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
