import json

from tx import Transaction


def transfer(event, context):
    for record in event["Records"]:
        order = json.loads(record["body"])
        amount = int(order["cents"])
        (
            Transaction()
            .add("accounts", order["from"], "balance", -amount)
            .add("accounts", order["to"], "balance", amount)
            .commit()
        )
        print("moved", amount)
