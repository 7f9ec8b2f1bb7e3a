import os

import boto3

outbox = boto3.resource("dynamodb").Table("outbox")
sns = boto3.client("sns")


def pending():
    page = outbox.scan()
    yield from page["Items"]
    while "LastEvaluatedKey" in page:
        page = outbox.scan(ExclusiveStartKey=page["LastEvaluatedKey"])
        yield from page["Items"]


def handler(event, context):
    published = 0
    for entry in pending():
        sns.publish(TopicArn=os.environ["TOPIC"], Message=entry["message"])
        outbox.delete_item(Key={"id": entry["id"]})
        published += 1
    print(f"{published} messages")
