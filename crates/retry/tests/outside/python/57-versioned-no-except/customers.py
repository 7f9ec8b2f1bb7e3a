import json

import boto3

customers = boto3.resource("dynamodb").Table("customers")


def handler(event, context):
    """An outdated change raises, goes back to the queue and ends in the dead-letter queue."""
    for record in event["Records"]:
        change = json.loads(record["body"])
        customers.put_item(
            Item={"id": change["id"], "name": change["name"], "version": change["version"]},
            ConditionExpression="attribute_not_exists(id) OR version < :version",
            ExpressionAttributeValues={":version": change["version"]},
        )


def get(event, context):
    item = customers.get_item(Key={"id": event["pathParameters"]["id"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"name": item["name"]})}
