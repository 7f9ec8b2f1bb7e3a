# A balance that is read and written back, over the Data API of Aurora.
# postgres:read-committed ✗
# postgres:repeatable-read ✓
# postgres:serializable ✓
import boto3

from aplomb.consistency import concurrently, invariant, table

client = boto3.client("rds-data")
RESOURCE = {"resourceArn": "arn:aws:rds:cluster", "secretArn": "arn:aws:secret", "database": "bank"}
accounts = table("accounts", {"balance": 0}, rows={1: {"balance": 60}})


def deposit(amount: int) -> None:
    transaction = client.begin_transaction(**RESOURCE)["transactionId"]
    answer = client.execute_statement(
        **RESOURCE,
        transactionId=transaction,
        sql="SELECT balance FROM accounts WHERE id = :id",
        parameters=[{"name": "id", "value": {"longValue": 1}}],
    )
    balance = answer["records"][0][0]["longValue"]
    client.execute_statement(
        **RESOURCE,
        transactionId=transaction,
        sql="UPDATE accounts SET balance = :balance WHERE id = :id",
        parameters=[
            {"name": "balance", "value": {"longValue": balance + amount}},
            {"name": "id", "value": {"longValue": 1}},
        ],
    )
    client.commit_transaction(
        resourceArn=RESOURCE["resourceArn"], secretArn=RESOURCE["secretArn"], transactionId=transaction
    )


concurrently(lambda: deposit(10), lambda: deposit(20))


@invariant
def every_deposit_counts() -> bool:
    return accounts.read(1)["balance"] == 90
