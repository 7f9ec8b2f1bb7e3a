from db import connect


def handler(event, context):
    reservation_id = event["pathParameters"]["id"]
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute(
                "UPDATE reservations SET status = 'released' "
                "WHERE id = %s AND status = 'held' RETURNING sku, quantity",
                (reservation_id,),
            )
            row = cur.fetchone()
            if row is not None:
                sku, quantity = row
                cur.execute(
                    "UPDATE stock SET available = available + %s WHERE sku = %s",
                    (quantity, sku),
                )
        conn.commit()
    finally:
        conn.close()
    return {"statusCode": 204}
