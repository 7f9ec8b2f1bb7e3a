import csv
import json
import os
import tempfile
from pathlib import Path

import boto3

s3 = boto3.client("s3")
COLUMNS = ["id", "name", "country"]


def write_rows(path, rows):
    with open(path, "w", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def export(event, context):
    for record in event["Records"]:
        request = json.loads(record["Sns"]["Message"])
        handle, name = tempfile.mkstemp(prefix=request["tenant"] + "-", suffix=".csv")
        os.close(handle)
        path = Path(name)
        try:
            write_rows(path, request["rows"])
            s3.upload_file(str(path), os.environ["BUCKET"], f"exports/{path.name}")
        finally:
            path.unlink()
