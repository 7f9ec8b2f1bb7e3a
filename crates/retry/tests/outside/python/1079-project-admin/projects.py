import json
import os

import boto3

table = boto3.resource("dynamodb").Table(os.environ["PROJECTS"])


def update(project, name, value):
    result = table.update_item(
        Key={"id": project},
        UpdateExpression="SET #n = :v",
        ExpressionAttributeNames={"#n": name},
        ExpressionAttributeValues={":v": value},
        ReturnValues="ALL_NEW",
    )
    return result["Attributes"]


def view(item):
    return {
        "statusCode": 200,
        "body": json.dumps(
            {
                "id": item["id"],
                "name": item.get("name"),
                "archived": item.get("archived", False),
                "starred": item.get("starred", False),
            }
        ),
    }


def archive(event, context):
    return view(update(event["pathParameters"]["id"], "archived", True))


def toggle_star(event, context):
    project = event["pathParameters"]["id"]
    item = table.get_item(Key={"id": project}).get("Item")
    if item is None:
        return {"statusCode": 404}
    return view(update(project, "starred", not item.get("starred", False)))


def rename(event, context):
    name = json.loads(event["body"])["name"]
    return view(update(event["pathParameters"]["id"], "name", name))
