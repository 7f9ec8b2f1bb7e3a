import json

from centre import store


def handler(event, context):
    items = store.of_user(event["pathParameters"]["user"])
    body = [
        {"id": i["id"], "text": i["text"], "readAt": int(i["readAt"]) if i["isRead"] else None}
        for i in items
    ]
    return {"statusCode": 200, "body": json.dumps(body)}
