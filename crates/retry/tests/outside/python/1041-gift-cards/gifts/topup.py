import json
import os

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

logger = Logger()
wallets = boto3.resource("dynamodb").Table(os.environ["WALLETS"])
persistence = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY"])
config = IdempotencyConfig(event_key_jmespath='headers."idempotency-key"')


@idempotent(config=config, persistence_store=persistence)
def handler(event, context):
    cents = int(json.loads(event["body"])["cents"])
    wallets.update_item(
        Key={"user": event["pathParameters"]["user"]},
        UpdateExpression="ADD cents :c",
        ExpressionAttributeValues={":c": cents},
    )
    logger.info("topped up", extra={"cents": cents})
    return {"statusCode": 204}
