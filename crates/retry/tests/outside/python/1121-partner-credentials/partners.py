import json
import os
import uuid

import boto3
from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, IdempotencyConfig, idempotent

persistence = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY"])
config = IdempotencyConfig(event_key_jmespath="powertools_json(body).requestId")
partners = boto3.resource("dynamodb").Table(os.environ["PARTNERS"])


@idempotent(persistence_store=persistence, config=config)
def register(event, context):
    body = json.loads(event["body"])
    partner = f"P-{uuid.uuid4().hex[:12]}"
    partners.put_item(Item={"partner": partner, "company": body["company"]})
    return {"statusCode": 201, "body": json.dumps({"partner": partner})}
