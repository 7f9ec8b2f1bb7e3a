import base64
import json
import os
from functools import lru_cache

import boto3
import pymysql

UPSERT = """
    INSERT INTO prices (sku, cents, currency, seen_at) VALUES (%s, %s, %s, NOW())
    ON DUPLICATE KEY UPDATE cents = VALUES(cents), currency = VALUES(currency), seen_at = NOW()
"""


@lru_cache(maxsize=1)
def credentials():
    secrets = boto3.client("secretsmanager")
    answer = secrets.get_secret_value(SecretId=os.environ["DB_SECRET"])
    return json.loads(answer["SecretString"])


def connect():
    login = credentials()
    return pymysql.connect(
        host=login["host"],
        user=login["username"],
        password=login["password"],
        database="prices",
    )


def prices(event, context):
    connection = connect()
    try:
        with connection.cursor() as cursor:
            for record in event["Records"]:
                price = json.loads(base64.b64decode(record["kinesis"]["data"]))
                cursor.execute(UPSERT, (price["sku"], price["cents"], price["currency"]))
        connection.commit()
    finally:
        connection.close()
