import json
import uuid

from src.ledger import book

TOKEN = str(uuid.uuid4())


def handler(event, context):
    body = json.loads(event["body"])
    book(TOKEN, body["purchase"], body["account"], -body["credits"])
    return {"statusCode": 204}
