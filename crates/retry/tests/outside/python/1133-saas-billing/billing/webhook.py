from .common import ACCOUNTS, EVENTS, dynamodb, parse


def handler(event, context):
    notification = parse(event)
    if notification["type"] != "invoice.paid":
        return {"statusCode": 200}
    invoice = notification["data"]["object"]
    try:
        dynamodb.transact_write_items(
            TransactItems=[
                {
                    "Put": {
                        "TableName": EVENTS,
                        "Item": {"event_id": {"S": notification["id"]}},
                        "ConditionExpression": "attribute_not_exists(event_id)",
                    }
                },
                {
                    "Update": {
                        "TableName": ACCOUNTS,
                        "Key": {"customer": {"S": invoice["customer"]}},
                        "UpdateExpression": "ADD paid_months :one",
                        "ExpressionAttributeValues": {":one": {"N": "1"}},
                    }
                },
            ]
        )
    except dynamodb.exceptions.TransactionCanceledException:
        pass  # Stripe delivers at least once
    return {"statusCode": 200}
