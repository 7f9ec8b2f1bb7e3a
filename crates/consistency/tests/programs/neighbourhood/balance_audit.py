# An audit adds up two accounts with BatchGetItem (consistent reads) while TransactWriteItems moves money between them.
# dynamodb:eventual ? a loop over what a batch gives is not followed (✗: the batch reads account 1 (60), the transfer commits, the batch reads account 2 (50): 110)
# dynamodb:strong ? (✗, the same: a batch is no unit)
import boto3

from aplomb.consistency import concurrently, invariant, table

dynamodb = boto3.resource("dynamodb")

ledger_accounts = table(
    "ledger_accounts", {"balance": 0}, rows={"a": {"balance": 60}, "b": {"balance": 40}}
)
ledger_audits = table("ledger_audits", {"total": 0}, rows={})


def transfer(amount: int) -> None:
    dynamodb.meta.client.transact_write_items(
        TransactItems=[
            {
                "Update": {
                    "TableName": "ledger_accounts",
                    "Key": {"id": "a"},
                    "UpdateExpression": "SET balance = balance - :amount",
                    "ExpressionAttributeValues": {":amount": amount},
                }
            },
            {
                "Update": {
                    "TableName": "ledger_accounts",
                    "Key": {"id": "b"},
                    "UpdateExpression": "SET balance = balance + :amount",
                    "ExpressionAttributeValues": {":amount": amount},
                }
            },
        ]
    )


def audit() -> None:
    answer = dynamodb.batch_get_item(
        RequestItems={
            "ledger_accounts": {"Keys": [{"id": "a"}, {"id": "b"}], "ConsistentRead": True}
        }
    )
    total = 0
    for item in answer["Responses"]["ledger_accounts"]:
        total += item["balance"]
    dynamodb.Table("ledger_audits").put_item(Item={"id": "today", "total": total})


@invariant
def the_audit_adds_up() -> bool:
    return ledger_audits.read("today")["total"] == 100


@invariant
def the_accounts_add_up() -> bool:
    return ledger_accounts.read("a")["balance"] + ledger_accounts.read("b")["balance"] == 100


concurrently(lambda: transfer(10), audit)
