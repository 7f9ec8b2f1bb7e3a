import json

from ledger import tables


def handler(event, context):
    stream = event["pathParameters"]["stream"]
    version = tables.head(stream) + 1
    try:
        tables.client.transact_write_items(
            TransactItems=tables.append_items(stream, version, event["body"])
        )
    except tables.client.exceptions.TransactionCanceledException:
        return {"statusCode": 409, "body": json.dumps({"error": "concurrent append"})}
    return {"statusCode": 201, "body": json.dumps({"version": version})}
