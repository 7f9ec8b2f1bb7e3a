import json
import os
from datetime import datetime, timezone

import boto3

articles = boto3.resource("dynamodb").Table("published-articles")
sqs = boto3.client("sqs")


def publish(event, context):
    article = event["pathParameters"]["id"]
    revision = json.loads(event["body"])["revision"]
    entry = {
        "id": article,
        "revision": revision,
        "published_at": datetime.now(timezone.utc).isoformat(),
    }
    articles.put_item(Item=entry)
    sqs.send_message(
        QueueUrl=os.environ["QUEUE_URL"],
        MessageBody=json.dumps(entry),
        MessageGroupId=article,
        MessageDeduplicationId=f"{article}-{revision}",
    )
    return {"statusCode": 202}
