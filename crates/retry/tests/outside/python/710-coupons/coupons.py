import json
import os
from contextlib import contextmanager

import pymysql


@contextmanager
def transaction():
    connection = pymysql.connect(
        host=os.environ["DB_HOST"],
        user=os.environ["DB_USER"],
        password=os.environ["DB_PASSWORD"],
        database="coupons",
    )
    try:
        with connection.cursor() as cursor:
            yield cursor
        connection.commit()
    except Exception:
        connection.rollback()
        raise
    finally:
        connection.close()


def redeem(event, context):
    coupon = event["pathParameters"]["coupon"]
    customer = json.loads(event["body"])["customer"]
    try:
        with transaction() as cursor:
            cursor.execute(
                "INSERT INTO redemptions (coupon, customer_id) VALUES (%s, %s)", (coupon, customer)
            )
    except pymysql.err.IntegrityError:
        return {"statusCode": 409, "body": json.dumps({"error": "coupon was redeemed before"})}
    return {"statusCode": 201, "body": json.dumps({"coupon": coupon})}


def grant_one(message):
    with transaction() as cursor:
        cursor.execute(
            "INSERT IGNORE INTO grants (campaign, customer_id, points) VALUES (%s, %s, %s)",
            (message["campaign"], message["customer"], message["points"]),
        )
        if cursor.rowcount == 1:
            cursor.execute(
                "UPDATE customers SET points = points + %s WHERE id = %s",
                (message["points"], message["customer"]),
            )


def grant(event, context):
    for record in event["Records"]:
        grant_one(json.loads(record["body"]))
