import json
import os

import psycopg
from psycopg.rows import dict_row

connection = psycopg.connect(os.environ["DSN"], autocommit=True, row_factory=dict_row)

UPSERT = """
    INSERT INTO prices (sku, cents, version)
    VALUES (%(sku)s, %(cents)s, %(version)s)
    ON CONFLICT (sku) DO UPDATE
       SET cents = EXCLUDED.cents, version = EXCLUDED.version
     WHERE prices.version < EXCLUDED.version
"""


def handler(event, context):
    for record in event["Records"]:
        change = json.loads(record["body"])
        with connection.cursor() as cursor:
            cursor.execute(
                UPSERT,
                {
                    "sku": change["sku"],
                    "cents": change["cents"],
                    "version": change["version"],
                },
            )


def price(event, context):
    sku = event["pathParameters"]["sku"]
    with connection.cursor() as cursor:
        row = cursor.execute("SELECT cents FROM prices WHERE sku = %s", (sku,)).fetchone()
    if row is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"sku": sku, "cents": row["cents"]})}
