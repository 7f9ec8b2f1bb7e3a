import os

import boto3
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

ses = boto3.client("ses")
layer = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY_TABLE"])
config = IdempotencyConfig(event_key_jmespath="id", expires_after_seconds=86400)


@idempotent(config=config, persistence_store=layer)
def handler(event, context):
    detail = event["detail"]
    ses.send_email(
        Source=os.environ["SENDER"],
        Destination={"ToAddresses": [detail["supplierMail"]]},
        Message={
            "Subject": {"Data": f"Price of {detail['product']} dropped"},
            "Body": {"Text": {"Data": f"New price: {detail['price']}"}},
        },
    )
    return {"notified": detail["product"]}
