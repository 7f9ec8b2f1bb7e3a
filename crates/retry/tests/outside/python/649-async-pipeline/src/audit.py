import os

import boto3

audit = boto3.resource("dynamodb").Table(os.environ["AUDIT"])
handled = 0


def handler(event, context):
    global handled
    for number, record in enumerate(event["Records"]):
        audit.put_item(
            Item={
                "id": f"{context.aws_request_id}#{number}",
                "subject": record["Sns"]["Subject"],
                "text": record["Sns"]["Message"],
            }
        )
        handled += 1
    print(f"{handled} events on this instance")
