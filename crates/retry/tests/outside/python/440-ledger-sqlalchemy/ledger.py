import json
import os

from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DATABASE_URL"], pool_size=1, pool_pre_ping=True)

INSERT_ENTRY = text(
    """
    INSERT INTO entries (event_id, account, cents)
    VALUES (:event_id, :account, :cents)
    ON CONFLICT (event_id) DO NOTHING
    """
)
INSERT_AUDIT = text("INSERT INTO audit (actor, action) VALUES (:actor, :action)")


def record(event, context):
    detail = event["detail"]
    with engine.begin() as connection:
        connection.execute(
            INSERT_ENTRY,
            {"event_id": event["id"], "account": detail["account"], "cents": detail["cents"]},
        )


def audit(event, context):
    body = json.loads(event["body"])
    with engine.begin() as connection:
        connection.execute(INSERT_AUDIT, {"actor": body["actor"], "action": body["action"]})
    return {"statusCode": 204}
