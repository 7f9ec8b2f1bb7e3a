import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["ROLLUP_TABLE"])


def handler(event, context):
    meter, day = event["pathParameters"]["meter"], event["pathParameters"]["day"]
    usage = table.get_item(Key={"pk": f"day#{meter}#{day}"}).get("Item", {})
    peak = table.get_item(Key={"pk": f"peak#{meter}"}).get("Item", {})
    return {
        "statusCode": 200,
        "body": json.dumps({"kwh": str(usage.get("kwh", 0)), "peak": str(peak.get("peak", 0))}),
    }
