import json
import os
from decimal import Decimal

import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

logger = Logger(service="auction")
lots = boto3.resource("dynamodb").Table(os.environ["LOTS"])
layer = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY"])
config = IdempotencyConfig(event_key_jmespath="body", expires_after_seconds=3600)


@idempotent(persistence_store=layer, config=config)
def place_bid(event, context):
    lot = event["pathParameters"]["lot"]
    bid = json.loads(event["body"])
    lots.update_item(
        Key={"lot": lot},
        UpdateExpression="ADD bid_count :one, bid_total :amount",
        ExpressionAttributeValues={":one": 1, ":amount": Decimal(str(bid["amount"]))},
    )
    logger.info("bid accepted")
    return {"statusCode": 201, "body": json.dumps({"lot": lot})}


@idempotent(persistence_store=layer, config=config)
def set_reserve(event, context):
    lot = event["pathParameters"]["lot"]
    reserve = Decimal(str(json.loads(event["body"])["reserve"]))
    lots.update_item(
        Key={"lot": lot},
        UpdateExpression="SET reserve_price = :r",
        ExpressionAttributeValues={":r": reserve},
    )
    return {"statusCode": 200, "body": json.dumps({"lot": lot})}
