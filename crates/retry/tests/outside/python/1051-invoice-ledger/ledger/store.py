import os

import boto3
from botocore.exceptions import ClientError

TABLE = os.environ["LEDGER_TABLE"]
client = boto3.client("dynamodb")


class Ledger:
    """Single table: ACCOUNT#id rows hold balances, MSG#id rows remember messages."""

    def __init__(self, table):
        self._table = table

    def post(self, message_id, account, cents):
        try:
            client.transact_write_items(
                TransactItems=[
                    {
                        "Put": {
                            "TableName": self._table,
                            "Item": {"pk": {"S": f"MSG#{message_id}"}},
                            "ConditionExpression": "attribute_not_exists(pk)",
                        }
                    },
                    {
                        "Update": {
                            "TableName": self._table,
                            "Key": {"pk": {"S": f"ACCOUNT#{account}"}},
                            "UpdateExpression": "ADD balance :cents",
                            "ExpressionAttributeValues": {":cents": {"N": str(cents)}},
                        }
                    },
                ]
            )
        except client.exceptions.TransactionCanceledException as error:
            reasons = error.response["CancellationReasons"]
            if reasons[0]["Code"] != "ConditionalCheckFailed":
                raise

    def seen(self, key):
        return "Item" in client.get_item(TableName=self._table, Key={"pk": {"S": key}})

    def remember(self, key):
        client.put_item(TableName=self._table, Item={"pk": {"S": key}})

    def add(self, account, cents):
        client.update_item(
            TableName=self._table,
            Key={"pk": {"S": f"ACCOUNT#{account}"}},
            UpdateExpression="ADD balance :cents",
            ExpressionAttributeValues={":cents": {"N": str(cents)}},
        )

    def balance(self, account):
        found = client.get_item(TableName=self._table, Key={"pk": {"S": f"ACCOUNT#{account}"}})
        return int(found["Item"]["balance"]["N"]) if "Item" in found else 0


ledger = Ledger(TABLE)
