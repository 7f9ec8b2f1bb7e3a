import json
import os

import pymysql

connection = pymysql.connect(
    host=os.environ["DB_HOST"],
    user=os.environ["DB_USER"],
    password=os.environ.get("DB_PASSWORD", ""),
    database="warehouse",
)


def reserve(event, context):
    body = json.loads(event["body"])
    with connection.cursor() as cursor:
        changed = cursor.execute(
            "UPDATE stock SET quantity = quantity - %s WHERE sku = %s AND quantity >= %s",
            (body["quantity"], body["sku"], body["quantity"]),
        )
    connection.commit()
    return {"statusCode": 200 if changed else 409, "body": json.dumps({"sku": body["sku"]})}


def set_stock(event, context):
    quantity = json.loads(event["body"])["quantity"]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO stock (sku, quantity) VALUES (%s, %s) AS fresh "
            "ON DUPLICATE KEY UPDATE quantity = fresh.quantity",
            (event["pathParameters"]["sku"], quantity),
        )
    connection.commit()
    return {"statusCode": 204}
