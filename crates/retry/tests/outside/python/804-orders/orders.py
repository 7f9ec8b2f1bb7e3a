import json

from db import connect


def respond(status, payload):
    return {"statusCode": status, "body": json.dumps(payload)}


def place(event, context):
    body = json.loads(event["body"])
    if body.get("total", 0) <= 0:
        return respond(422, {"error": "total must be positive"})
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute(
                "INSERT INTO orders (customer, total) VALUES (%s, %s) RETURNING id",
                (body["customer"], body["total"]),
            )
            order_id = cur.fetchone()[0]
        conn.commit()
    finally:
        conn.close()
    return respond(201, {"id": order_id})


def pay(event, context):
    order_id = int(event["pathParameters"]["id"])
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute(
                "UPDATE orders SET status = 'paid' WHERE id = %s AND status = 'new'",
                (order_id,),
            )
            changed = cur.rowcount
        conn.commit()
    finally:
        conn.close()
    if changed == 0:
        return respond(409, {"error": "order cannot be paid"})
    return respond(200, {"id": order_id, "status": "paid"})


def cancel(event, context):
    order_id = int(event["pathParameters"]["id"])
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute("DELETE FROM orders WHERE id = %s", (order_id,))
            deleted = cur.rowcount
        conn.commit()
    finally:
        conn.close()
    return respond(200, {"deleted": deleted})
