import json
import os

from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DATABASE_URL"], pool_pre_ping=True)

RECORD = text(
    "INSERT INTO usage_events (message_id, day, units) VALUES (:message_id, :day, :units) "
    "ON CONFLICT (message_id) DO NOTHING"
)
SUM = text("SELECT COALESCE(SUM(units), 0) FROM usage_events WHERE day = :day")
STORE = text(
    "INSERT INTO daily_usage (day, units) VALUES (:day, :units) "
    "ON CONFLICT (day) DO UPDATE SET units = EXCLUDED.units"
)
TOTAL = text("SELECT units FROM daily_usage WHERE day = :day")


def record(event, context):
    for message in event["Records"]:
        body = json.loads(message["body"])
        with engine.begin() as connection:
            connection.execute(
                RECORD, {"message_id": message["messageId"], "day": body["day"], "units": body["units"]}
            )


def rollup(event, context):
    day = event["time"][:10]
    with engine.begin() as connection:
        units = connection.execute(SUM, {"day": day}).scalar_one()
        connection.execute(STORE, {"day": day, "units": units})


def total(event, context):
    with engine.connect() as connection:
        row = connection.execute(TOTAL, {"day": event["pathParameters"]["day"]}).first()
    if row is None:
        return {"statusCode": 404, "body": json.dumps({"error": "no usage"})}
    return {"statusCode": 200, "body": json.dumps({"units": row.units})}
