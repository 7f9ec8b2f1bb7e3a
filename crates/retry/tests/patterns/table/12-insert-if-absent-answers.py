# 12 insert-if-absent, resp differs
# register: unsafe alone, unsafe together

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
        return {"statusCode": 409}
    return {"statusCode": 201}
