import json
import os

import boto3
import psycopg2

s3 = boto3.client("s3")


def load(day):
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        with conn.cursor() as cur:
            cur.execute(
                "SELECT id, customer, total FROM orders WHERE day = %s ORDER BY id", (day,)
            )
            return [
                {"id": row[0], "customer": row[1], "total": row[2]} for row in cur.fetchall()
            ]
    finally:
        conn.close()


def write_chunk(event, context):
    rows = load(event["day"])
    key = f"orders/{event['day']}.json"
    s3.put_object(Bucket=os.environ["BUCKET"], Key=key, Body=json.dumps(rows))
    return {"key": key, "count": len(rows)}
