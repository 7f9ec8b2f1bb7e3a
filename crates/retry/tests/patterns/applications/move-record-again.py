# a record is moved, and somebody may put it back meanwhile
# archive: safe alone, unsafe-concurrent together

import boto3

inbox = boto3.resource("dynamodb").Table("inbox")
done = boto3.resource("dynamodb").Table("archive")


def archive(event, context):
    for record in event["Records"]:
        key = {"id": record["id"]}
        item = inbox.get_item(Key=key, ConsistentRead=True).get("Item")
        if not item:
            continue
        done.put_item(Item={"id": record["id"], "text": item["text"]})
        inbox.delete_item(Key=key)


def receive(event, context):
    inbox.put_item(Item={"id": event["id"], "text": event["text"]})


def archived(event, context):
    return done.get_item(Key={"id": event["id"]}).get("Item")
