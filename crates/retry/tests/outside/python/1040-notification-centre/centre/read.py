from centre import store


def mark_one(event, context):
    path = event["pathParameters"]
    store.mark(path["user"], path["id"])
    return {"statusCode": 204}


def mark_all(event, context):
    user = event["pathParameters"]["user"]
    for item in store.of_user(user):
        if not item["isRead"]:
            store.mark(user, item["id"])
    return {"statusCode": 204}
