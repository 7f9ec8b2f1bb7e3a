import json
import os

from ledger import tables


def known(command: str):
    return tables.commands.get_item(Key={"command": command}, ConsistentRead=True).get("Item")


def done(version) -> dict:
    return {"statusCode": 201, "body": json.dumps({"version": int(version)})}


def handler(event, context):
    stream = event["pathParameters"]["stream"]
    command = event["headers"]["x-command-id"]
    earlier = known(command)
    if earlier:
        return done(earlier["version"])

    version = tables.head(stream) + 1
    remember = {
        "Put": {
            "TableName": os.environ["COMMANDS"],
            "Item": {"command": {"S": command}, "version": {"N": str(version)}},
            "ConditionExpression": "attribute_not_exists(command)",
        }
    }
    try:
        tables.client.transact_write_items(
            TransactItems=[remember, *tables.append_items(stream, version, event["body"])]
        )
    except tables.client.exceptions.TransactionCanceledException:
        earlier = known(command)
        if earlier:
            return done(earlier["version"])
        return {"statusCode": 409, "body": json.dumps({"error": "concurrent append"})}
    return done(version)
