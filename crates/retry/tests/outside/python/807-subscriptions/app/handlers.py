import json
from datetime import datetime, timezone

from app.models import Subscription


def _response(status, body=None):
    return {"statusCode": status, "body": json.dumps(body) if body is not None else ""}


def subscribe(event, context):
    data = json.loads(event["body"])
    email = data.get("email", "").strip().lower()
    if "@" not in email:
        return _response(400, {"error": "invalid email"})
    subscription = Subscription(
        email,
        plan=data.get("plan", "free"),
        created_at=datetime.now(timezone.utc),
    )
    subscription.save()
    return _response(201, {"email": email})


def unsubscribe(event, context):
    email = event["pathParameters"]["email"].lower()
    Subscription(email).delete()
    return _response(204)


def show(event, context):
    email = event["pathParameters"]["email"].lower()
    try:
        subscription = Subscription.get(email)
    except Subscription.DoesNotExist:
        return _response(404, {"error": "not subscribed"})
    return _response(
        200,
        {
            "email": subscription.email,
            "plan": subscription.plan,
            "since": subscription.created_at.isoformat(),
        },
    )
