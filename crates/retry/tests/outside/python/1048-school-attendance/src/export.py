import csv
import io
import os

import boto3

from db import cursor

s3 = boto3.client("s3")


def handler(event, context):
    day = event["time"][:10]
    with cursor() as cur:
        cur.execute(
            "SELECT student, class, present FROM attendance WHERE day = %s ORDER BY student", (day,)
        )
        rows = cur.fetchall()
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["student", "class", "present"])
    writer.writerows(rows)
    s3.put_object(Bucket=os.environ["EXPORTS"], Key=f"{day}.csv", Body=out.getvalue().encode())
