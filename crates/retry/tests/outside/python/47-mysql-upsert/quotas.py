import json
import os

import pymysql
from pymysql.cursors import DictCursor

db = pymysql.connect(
    host=os.environ["DB_HOST"], user="quota", database="ops", autocommit=True, cursorclass=DictCursor
)


def set_quota(event, context):
    body = json.loads(event["body"])
    with db.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO quotas (team, cpu, memory) VALUES (%s, %s, %s)
            ON DUPLICATE KEY UPDATE cpu = VALUES(cpu), memory = VALUES(memory)
            """,
            (event["pathParameters"]["team"], body["cpu"], body["memory"]),
        )
    return {"statusCode": 204}


def get_quota(event, context):
    with db.cursor() as cursor:
        cursor.execute(
            "SELECT cpu, memory FROM quotas WHERE team = %s", (event["pathParameters"]["team"],)
        )
        row = cursor.fetchone()
    if row is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps(row)}
