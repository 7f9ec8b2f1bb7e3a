import json

from .service import CardService, Conflict, InsufficientFunds

service = CardService()


def spend(event, context):
    card = event["pathParameters"]["card"]
    cents = json.loads(event["body"])["cents"]
    try:
        service.spend(card, cents)
    except InsufficientFunds:
        return {"statusCode": 402}
    except Conflict:
        return {"statusCode": 503}
    return {"statusCode": 204}


def top_up(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        service.top_up(body["card"], body["cents"], body["paymentId"])


def balance(event, context):
    cents = service.cents(event["pathParameters"]["card"])
    if cents is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"cents": cents})}
