import json
import os

import requests
from aws_lambda_powertools import Logger, Tracer
from aws_lambda_powertools.utilities import parameters
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

logger = Logger()
tracer = Tracer()
persistence = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY_TABLE"])
config = IdempotencyConfig(event_key_jmespath="powertools_json(body).paymentId")


@tracer.capture_method
def charge(payment):
    url = parameters.get_parameter(os.environ["GATEWAY_PARAM"])
    response = requests.post(
        f"{url}/charges",
        json={"card": payment["card"], "amount": payment["amount"]},
        timeout=10,
    )
    response.raise_for_status()
    return response.json()["reference"]


@logger.inject_lambda_context
@tracer.capture_lambda_handler
@idempotent(config=config, persistence_store=persistence)
def handler(event, context):
    payment = json.loads(event["body"])
    return {"statusCode": 201, "body": json.dumps({"reference": charge(payment)})}
