import json
import os
import sqlite3
from contextlib import closing

import boto3

s3 = boto3.resource("s3")

SCHEMA = "CREATE TABLE trips (driver TEXT, km REAL, night INTEGER)"
QUERY = """
    SELECT driver, count(*) AS trips, sum(km) AS km, sum(night) AS nights
    FROM trips GROUP BY driver ORDER BY driver
"""


def aggregate(trips):
    with closing(sqlite3.connect(":memory:")) as db:
        db.row_factory = sqlite3.Row
        db.execute(SCHEMA)
        db.executemany(
            "INSERT INTO trips VALUES (?, ?, ?)",
            [(t["driver"], float(t["km"]), int(t.get("night", False))) for t in trips],
        )
        return [dict(row) for row in db.execute(QUERY)]


def summarize(event, context):
    summary = aggregate(event["trips"])
    key = f"{event['depot']}/{event['week']}.json"
    s3.Object(os.environ["BUCKET"], key).put(Body=json.dumps(summary).encode())
    return {"key": key, "drivers": len(summary)}
