import json

import boto3
from botocore.exceptions import ClientError

from model import ApiKey

keys = boto3.resource("dynamodb").Table("api-keys")


def save_if_new(key):
    try:
        keys.put_item(
            Item=key.item(),
            ConditionExpression="attribute_not_exists(tenant)",
        )
        return True
    except ClientError as error:
        if error.response["Error"]["Code"] == "ConditionalCheckFailedException":
            return False
        raise


def issue(event, context):
    tenant = event["pathParameters"]["tenant"]
    plan = json.loads(event.get("body") or "{}").get("plan", "free")
    key = ApiKey(tenant=tenant, plan=plan)
    if not save_if_new(key):
        print("tenant", tenant, "asked again")
    return {"statusCode": 200, "body": json.dumps(key.public)}
