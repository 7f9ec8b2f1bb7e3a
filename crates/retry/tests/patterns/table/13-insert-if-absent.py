# 13 insert-if-absent, const resp, +readers
# register: safe alone, safe together

from botocore.exceptions import ClientError
import boto3

items = boto3.resource("dynamodb").Table("items")


def register(event, context):
    try:
        items.put_item(
            Item={"id": event["id"], "title": event["title"]},
            ConditionExpression="attribute_not_exists(id)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return {"statusCode": 200}


def read(event, context):
    return items.get_item(Key={"id": event["id"]}).get("Item")
