# log only the id generation, put unlogged, key unique
# create: safe alone, safe together
# today: safe alone, unknown together

import uuid

from botocore.exceptions import ClientError
import boto3

log = boto3.resource("dynamodb").Table("log")
items = boto3.resource("dynamodb").Table("items")


# The first attempt records an identifier for the request; a retry finds it.
def identifier_of(request):
    try:
        log.put_item(
            Item={"request": request, "id": str(uuid.uuid4())},
            ConditionExpression="attribute_not_exists(request)",
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
    return log.get_item(Key={"request": request})["Item"]["id"]


def create(event, context):
    id = identifier_of(event["request"])
    items.put_item(Item={"id": id, "request": event["request"]})
    return {"id": id}
