import uuid

import boto3

client = boto3.client("dynamodb")


class Transaction:
    """Collects writes and sends them as one idempotent transaction."""

    def __init__(self, token=None):
        self.token = token or str(uuid.uuid4())
        self.items = []

    def add(self, table, key, attribute, amount):
        self.items.append({"Update": {
            "TableName": table,
            "Key": {"id": {"S": key}},
            "UpdateExpression": "ADD #a :n",
            "ExpressionAttributeNames": {"#a": attribute},
            "ExpressionAttributeValues": {":n": {"N": str(amount)}},
        }})
        return self

    def commit(self):
        client.transact_write_items(
            TransactItems=self.items, ClientRequestToken=self.token
        )
