# 17 conditional decrement
# take: unsafe alone, unsafe together

from botocore.exceptions import ClientError
import boto3

items = boto3.resource("dynamodb").Table("items")


def take(event, context):
    try:
        items.update_item(
            Key={"id": event["id"]},
            UpdateExpression="SET stock = stock - :pieces",
            ConditionExpression="stock >= :pieces",
            ExpressionAttributeValues={":pieces": event["pieces"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
