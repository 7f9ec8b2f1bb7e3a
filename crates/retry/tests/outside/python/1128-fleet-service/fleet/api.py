import json

from .model import vehicles


def complete(event, context):
    body = json.loads(event["body"])
    vehicles.update_item(
        Key={"plate": event["pathParameters"]["plate"]},
        UpdateExpression="SET last_service = :km, overdue = :no",
        ExpressionAttributeValues={":km": int(body["mileage"]), ":no": False},
    )
    return {"statusCode": 204}


def dashboard(event, context):
    item = vehicles.get_item(Key={"plate": event["pathParameters"]["plate"]}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return {
        "statusCode": 200,
        "body": json.dumps({"overdue": item.get("overdue", False), "lastService": int(item.get("last_service", 0))}),
    }
