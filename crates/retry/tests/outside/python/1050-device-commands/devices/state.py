import json

from devices.table import commands


def handler(event, context):
    path = event["pathParameters"]
    item = commands.get_item(Key={"device": path["device"], "command": path["command"]}).get("Item")
    if item is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"acknowledged": "ackedAt" in item})}
