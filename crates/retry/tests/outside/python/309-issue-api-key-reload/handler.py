import hmac
import json
import secrets

import boto3

keys = boto3.resource("dynamodb").Table("api-keys")


def issue(event, context):
    tenant = event["pathParameters"]["tenant"]
    stored = keys.update_item(
        Key={"tenant": tenant},
        UpdateExpression="SET secret = if_not_exists(secret, :fresh)",
        ExpressionAttributeValues={":fresh": secrets.token_urlsafe(32)},
        ReturnValues="ALL_NEW",
    )["Attributes"]
    return {
        "statusCode": 200,
        "body": json.dumps({"tenant": tenant, "key": stored["secret"]}),
    }


def verify(event, context):
    tenant = event["pathParameters"]["tenant"]
    given = json.loads(event["body"])["key"]
    item = keys.get_item(Key={"tenant": tenant}, ConsistentRead=True).get("Item")
    valid = item is not None and hmac.compare_digest(item["secret"], given)
    return {"statusCode": 200, "body": json.dumps({"valid": valid})}
