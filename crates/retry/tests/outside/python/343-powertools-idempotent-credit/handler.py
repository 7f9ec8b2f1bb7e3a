import json

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

logger = Logger(service="gift-cards")
credit = boto3.resource("dynamodb").Table("credit")
persistence = DynamoDBPersistenceLayer(table_name="idempotency")
config = IdempotencyConfig(
    event_key_jmespath='headers."idempotency-key"',
    expires_after_seconds=86400,
)


@logger.inject_lambda_context
@idempotent(persistence_store=persistence, config=config)
def redeem(event, context):
    card = event["pathParameters"]["card"]
    body = json.loads(event["body"])
    credit.update_item(
        Key={"customer": body["customer"]},
        UpdateExpression="ADD cents :c",
        ExpressionAttributeValues={":c": int(body["cents"])},
    )
    logger.info("redeemed", extra={"card": card})
    return {"statusCode": 200, "body": json.dumps({"card": card})}
