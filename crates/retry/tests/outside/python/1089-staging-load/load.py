import csv
import io
import os
from urllib.parse import unquote_plus

import boto3
import psycopg2

s3 = boto3.client("s3")


def rows(event):
    for record in event["Records"]:
        where = record["s3"]
        body = s3.get_object(
            Bucket=where["bucket"]["name"], Key=unquote_plus(where["object"]["key"])
        )["Body"].read()
        yield from csv.DictReader(io.StringIO(body.decode("utf-8")))


def products(event, context):
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn.cursor() as cur:
        for row in rows(event):
            cur.execute(
                "INSERT INTO products (sku, title, cents) VALUES (%s, %s, %s) "
                "ON CONFLICT (sku) DO UPDATE SET title = EXCLUDED.title, cents = EXCLUDED.cents",
                (row["sku"], row["title"], int(row["cents"])),
            )
    conn.commit()
    conn.close()


def sales(event, context):
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn.cursor() as cur:
        for row in rows(event):
            cur.execute("INSERT INTO sales (sku, day) VALUES (%s, %s)", (row["sku"], row["day"]))
    conn.commit()
    conn.close()


def purge(event, context):
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    with conn.cursor() as cur:
        cur.execute("DELETE FROM sales WHERE day < %s", (event["time"][:10],))
    conn.commit()
    conn.close()
