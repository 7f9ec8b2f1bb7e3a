import json
import os
from datetime import datetime, timezone

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

from models import Payment

logger = Logger(service="intake")
table = boto3.resource("dynamodb").Table(os.environ["PAYMENTS_TABLE"])


@idempotent(
    persistence_store=DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY_TABLE"]),
    config=IdempotencyConfig(event_key_jmespath="powertools_json(body).payment_id"),
)
def handler(event, context):
    payment = Payment(**json.loads(event["body"]))
    table.put_item(
        Item={
            "payment_id": payment.payment_id,
            "iban": payment.iban,
            "amount": payment.amount,
            "reference": payment.reference,
            "received_at": datetime.now(timezone.utc).isoformat(),
        }
    )
    logger.info("accepted %s", payment.payment_id)
    return {"statusCode": 202, "body": json.dumps({"payment_id": payment.payment_id})}
