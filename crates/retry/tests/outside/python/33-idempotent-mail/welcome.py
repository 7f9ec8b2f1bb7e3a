import json
import os

import boto3
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

ses = boto3.client("sesv2")
persistence = DynamoDBPersistenceLayer(table_name=os.environ["IDEMPOTENCY_TABLE"])
config = IdempotencyConfig(
    event_key_jmespath="Records[0].Sns.MessageId",
    expires_after_seconds=24 * 3600,
)


@idempotent(persistence_store=persistence, config=config)
def handler(event, context):
    config.register_lambda_context(context)
    message = json.loads(event["Records"][0]["Sns"]["Message"])
    ses.send_email(
        FromEmailAddress="hello@example.com",
        Destination={"ToAddresses": [message["email"]]},
        Content={
            "Simple": {
                "Subject": {"Data": "Welcome"},
                "Body": {"Text": {"Data": f"Hello {message['name']}!"}},
            }
        },
    )
    return {"sent": message["email"]}
