# whoever comes first decides, and every attempt answers with what is stored
# share: safe alone, safe together

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


def rename(event, context):
    links.update_item(
        Key={"document": event["document"]},
        UpdateExpression="SET title = :title",
        ConditionExpression="attribute_exists(document)",
        ExpressionAttributeValues={":title": event["title"]},
    )
