import json

from sqlalchemy import text

from db import engine

REDEEM = text(
    "INSERT INTO redemptions (code, customer) VALUES (:code, :customer) ON CONFLICT DO NOTHING"
)
REMEMBER = text("INSERT INTO requests (id) VALUES (:id) ON CONFLICT DO NOTHING")
COUNT = text("UPDATE coupons SET used = used + 1 WHERE code = :code")


def answer(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def redeem_coupon(event, context):
    code = event["pathParameters"]["code"]
    customer = json.loads(event["body"])["customer"]
    with engine.begin() as connection:
        result = connection.execute(REDEEM, {"code": code, "customer": customer})
        fresh = result.rowcount == 1
    if not fresh:
        return answer(409, {"error": "coupon was used before"})
    return answer(200, {"redeemed": code})


def redeem_once(event, context):
    code = event["pathParameters"]["code"]
    request = json.loads(event["body"])["request_id"]
    with engine.begin() as connection:
        if connection.execute(REMEMBER, {"id": request}).rowcount == 1:
            connection.execute(COUNT, {"code": code})
    return answer(200, {"redeemed": code})
