import json
import os

import boto3
from aws_lambda_powertools import Logger

logger = Logger(service="tickets")
sqs = boto3.client("sqs")


@logger.inject_lambda_context
def handler(event, context):
    ticket = json.loads(event["body"])
    missing = [name for name in ("ref", "customer", "subject") if not ticket.get(name)]
    if missing:
        return {"statusCode": 400, "body": json.dumps({"missing": missing})}
    sqs.send_message(
        QueueUrl=os.environ["QUEUE_URL"],
        MessageBody=json.dumps(ticket),
        MessageGroupId=ticket["customer"],
        MessageDeduplicationId=ticket["ref"],
    )
    return {"statusCode": 202, "body": json.dumps({"ref": ticket["ref"]})}
