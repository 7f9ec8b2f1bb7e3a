# @idempotent(put fresh id), retry after expiry
# create: unsafe alone, unsafe together

import uuid

from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, idempotent
import boto3

items = boto3.resource("dynamodb").Table("items")


@idempotent(persistence_store=DynamoDBPersistenceLayer(table_name="idempotency"))
def create(event, context):
    items.put_item(Item={"id": str(uuid.uuid4()), "title": event["title"]})
