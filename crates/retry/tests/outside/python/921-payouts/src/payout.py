import os

import stripe
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

logger = Logger()
persistence = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY_TABLE"])
config = IdempotencyConfig(event_key_jmespath="payoutId", expires_after_seconds=3600)

stripe.api_key = os.environ["STRIPE_KEY"]


@logger.inject_lambda_context
@idempotent(config=config, persistence_store=persistence)
def handler(event, context):
    transfer = stripe.Transfer.create(
        amount=event["amount"],
        currency="usd",
        destination=event["account"],
    )
    logger.info("paid out", extra={"transfer": transfer.id})
    return {"transferId": transfer.id}
