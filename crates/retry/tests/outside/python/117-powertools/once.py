import os

import boto3
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent,
)

layer = DynamoDBPersistenceLayer(table_name="idempotency")
config = IdempotencyConfig(event_key_jmespath="Records[0].Sns.MessageId")
sns = boto3.client("sns")


@idempotent(config=config, persistence_store=layer)
def lambda_handler(event, context):
    message = event["Records"][0]["Sns"]["Message"]
    sns.publish(TopicArn=os.environ["TOPIC"], Message=message.upper())
    return {"published": True}
