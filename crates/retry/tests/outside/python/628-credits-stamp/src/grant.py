import json

from src.ledger import book


def handler(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        token = record["Sns"]["MessageId"]
        book(token, token, message["account"], message["credits"])
