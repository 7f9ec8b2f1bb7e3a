import json

from db import connect


def handler(event, context):
    sku = event["pathParameters"]["sku"]
    delta = int(json.loads(event["body"])["delta"])
    with connect() as conn:
        row = conn.execute(
            "UPDATE stock SET available = available + %s WHERE sku = %s RETURNING available",
            (delta, sku),
        ).fetchone()
    if row is None:
        return {"statusCode": 404, "body": json.dumps({"error": "unknown sku"})}
    return {"statusCode": 200, "body": json.dumps({"sku": sku, "available": row[0]})}
