import json
import uuid

import boto3

bids = boto3.resource("dynamodb").Table("bids")
NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


def bid_id(auction: str, bidder: str, request: str) -> str:
    """The same request gives the same id: uuid5 is a hash, not a draw."""
    return str(uuid.uuid5(NAMESPACE, f"{auction}/{bidder}/{request}"))


def handler(event, context):
    auction = event["pathParameters"]["auction"]
    body = json.loads(event["body"])
    number = bid_id(auction, body["bidder"], body["request"])
    bids.put_item(
        Item={
            "id": number,
            "auction": auction,
            "bidder": body["bidder"],
            "cents": int(body["cents"]),
        }
    )
    return {"statusCode": 201, "body": json.dumps({"bid": number})}
