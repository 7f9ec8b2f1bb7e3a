import json
import os

from partners.http import deliver


def handler(event, context):
    for record in event["Records"]:
        deliver(
            f"{os.environ['ERP_URL']}/documents",
            json.loads(record["body"]),
            {"Idempotency-Key": record["messageId"]},
        )
