import json

from alerts.cache import r


def handler(event, context):
    sku = event["pathParameters"]["sku"]
    r.sadd(f"watchers:{sku}", event["pathParameters"]["user"])
    return {"statusCode": 200, "body": json.dumps({"watching": sku})}
