import json
import os
from datetime import datetime, timezone

import boto3
from aws_lambda_powertools import Logger

logger = Logger(service="tickets")
tickets = boto3.resource("dynamodb").Table(os.environ["TICKETS_TABLE"])


@logger.inject_lambda_context
def handler(event, context):
    for record in event["Records"]:
        ticket = json.loads(record["body"])
        tickets.put_item(
            Item={
                "ticketId": record["messageId"],
                "customer": ticket["customer"],
                "subject": ticket["subject"],
                "receivedAt": datetime.now(timezone.utc).isoformat(),
            }
        )
        logger.info("stored ticket", extra={"ref": ticket["ref"]})
