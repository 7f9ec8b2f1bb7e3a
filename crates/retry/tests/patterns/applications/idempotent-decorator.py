# @idempotent(ext), retry after in-progress expiry
# pay: unsafe alone, unsafe together

from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, idempotent
import requests


@idempotent(persistence_store=DynamoDBPersistenceLayer(table_name="idempotency"))
def pay(event, context):
    requests.post("https://payments.example.com/charges", json={"amount": event["amount"]})
