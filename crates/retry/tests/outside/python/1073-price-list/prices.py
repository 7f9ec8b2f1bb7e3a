import json
import os
import sqlite3

DATABASE = os.environ["DATABASE"]


def import_prices(event, context):
    conn = sqlite3.connect(DATABASE)
    with conn:
        for record in event["Records"]:
            price = json.loads(record["Sns"]["Message"])
            conn.execute(
                "INSERT OR REPLACE INTO prices (sku, cents) VALUES (?, ?)",
                (price["sku"], price["cents"]),
            )
    conn.close()


def quote(event, context):
    sku = event["pathParameters"]["sku"]
    conn = sqlite3.connect(DATABASE)
    row = conn.execute("SELECT cents FROM prices WHERE sku = ?", (sku,)).fetchone()
    if row is None:
        conn.close()
        return {"statusCode": 404}
    with conn:
        conn.execute(
            "INSERT INTO lookups (sku, n) VALUES (?, 1) ON CONFLICT (sku) DO UPDATE SET n = n + 1",
            (sku,),
        )
    conn.close()
    return {"statusCode": 200, "body": json.dumps({"sku": sku, "cents": row[0]})}
