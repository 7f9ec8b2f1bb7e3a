import os


def handler(event, context):
    email = event["request"]["userAttributes"].get("email", "")
    if not email.endswith("@" + os.environ["ALLOWED_DOMAIN"]):
        raise Exception("Only employees can sign up")
    event["response"]["autoConfirmUser"] = False
    return event
