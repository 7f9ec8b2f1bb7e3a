import json

import store


def user_of(event):
    return event["pathParameters"]["user"]


def set_theme(event, context):
    theme = json.loads(event["body"])["theme"]
    if theme not in ("light", "dark"):
        return {"statusCode": 422}
    store.change(user_of(event), theme=theme)
    return {"statusCode": 204}


def set_language(event, context):
    store.change(user_of(event), language=json.loads(event["body"])["language"])
    return {"statusCode": 204}


def get_settings(event, context):
    item = store.load(user_of(event))
    return {
        "statusCode": 200,
        "body": json.dumps({"theme": item["theme"], "language": item["language"]}),
    }
