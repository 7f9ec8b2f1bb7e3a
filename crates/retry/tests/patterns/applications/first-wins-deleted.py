# the first one decides, but what it stored may be deleted
# share: safe alone, unsafe-concurrent together

import uuid

import boto3

links = boto3.resource("dynamodb").Table("links")


def share(event, context):
    link = {"document": event["document"], "token": str(uuid.uuid4())}
    try:
        links.put_item(Item=link, ConditionExpression="attribute_not_exists(document)")
    except links.meta.client.exceptions.ConditionalCheckFailedException:
        key = {"document": event["document"]}
        link = links.get_item(Key=key, ConsistentRead=True)["Item"]
    return link["token"]


def revoke(event, context):
    links.delete_item(Key={"document": event["document"]})


def resolve(event, context):
    return links.get_item(Key={"document": event["document"]}).get("Item", {}).get("token")
