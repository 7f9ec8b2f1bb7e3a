import os

import boto3
from aws_lambda_powertools import Logger, Tracer
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

logger = Logger()
tracer = Tracer()
ses = boto3.client("ses")

persistence = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY_TABLE"])
config = IdempotencyConfig(event_key_jmespath="detail.accountId", expires_after_seconds=86400)


@logger.inject_lambda_context
@tracer.capture_lambda_handler
@idempotent(persistence_store=persistence, config=config)
def lambda_handler(event, context):
    detail = event["detail"]
    ses.send_email(
        Source=os.environ["SENDER"],
        Destination={"ToAddresses": [detail["email"]]},
        Message={
            "Subject": {"Data": "Welcome!"},
            "Body": {"Text": {"Data": f"Hello {detail['name']}, nice to have you here."}},
        },
    )
    logger.info("welcome mail sent", extra={"account": detail["accountId"]})
    return {"sent": True}
