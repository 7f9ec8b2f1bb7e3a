# a transaction that is refused by the condition on another item writes nothing
# publish: safe alone, unsafe-concurrent together

import boto3

client = boto3.client("dynamodb")


def publish(event, context):
    item = {"id": {"S": event["id"]}, "text": {"S": "published"}}
    try:
        client.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": "posts", "Item": item}},
                {
                    "ConditionCheck": {
                        "TableName": "switches",
                        "Key": {"id": {"S": "posting"}},
                        "ConditionExpression": "attribute_exists(id)",
                    }
                },
            ]
        )
    except client.exceptions.TransactionCanceledException:
        pass
    client.put_item(TableName="log", Item={"id": {"S": event["id"]}, "kind": {"S": "seen"}})
    return "ok"


def open(event, context):
    client.put_item(TableName="switches", Item={"id": {"S": "posting"}})


def post(event, context):
    return client.get_item(TableName="posts", Key={"id": {"S": event["id"]}}).get("Item")


def logged(event, context):
    return client.get_item(TableName="log", Key={"id": {"S": event["id"]}}).get("Item")
