import json
import os

import boto3

from .models import Acceptance, Quote

dynamodb = boto3.resource("dynamodb")
quotes = dynamodb.Table(os.environ["QUOTES"])
rates = dynamodb.Table(os.environ["RATES"])


def create_quote(event, context):
    body = json.loads(event["body"])
    quote = Quote(lane=body["lane"], kilos=body["kilos"])
    rate = rates.get_item(Key={"lane": quote.lane})["Item"]
    quote.cents = int(rate["cents_per_kilo"]) * quote.kilos
    quotes.put_item(Item=quote.model_dump())
    return {"statusCode": 201, "body": quote.model_dump_json()}


def accept_quote(event, context):
    quote_id = event["pathParameters"]["quote"]
    acceptance = Acceptance(**json.loads(event["body"]))
    quotes.update_item(
        Key={"id": quote_id},
        UpdateExpression=(
            "SET accepted_by = if_not_exists(accepted_by, :by), "
            "accepted_at = if_not_exists(accepted_at, :at)"
        ),
        ExpressionAttributeValues={
            ":by": acceptance.accepted_by,
            ":at": acceptance.accepted_at.isoformat(),
        },
    )
    return {"statusCode": 200, "body": json.dumps({"quote": quote_id, "accepted": True})}


def show_quote(event, context):
    item = quotes.get_item(Key={"id": event["pathParameters"]["quote"]}).get("Item")
    if not item:
        return {"statusCode": 404}
    return {
        "statusCode": 200,
        "body": json.dumps({"id": item["id"], "lane": item.get("lane"), "acceptedAt": item.get("accepted_at")}),
    }
