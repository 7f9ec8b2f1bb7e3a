import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["DIGESTS"])
sns = boto3.client("sns")


def handler(event, context):
    url, digest = event["detail"]["url"], event["detail"]["digest"]
    known = table.get_item(Key={"url": url}).get("Item")
    if known and known["digest"] == digest:
        return
    table.put_item(Item={"url": url, "digest": digest})
    sns.publish(TopicArn=os.environ["TOPIC"], Message=f"{url} has changed")
