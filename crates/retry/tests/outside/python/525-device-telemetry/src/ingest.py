from sqlalchemy import text

from engine import engine

UPSERT = text(
    """
    INSERT INTO readings (device_id, celsius, seen_at)
    VALUES (:device_id, :celsius, :seen_at)
    ON CONFLICT (device_id) DO UPDATE
    SET celsius = EXCLUDED.celsius, seen_at = EXCLUDED.seen_at
    WHERE readings.seen_at < EXCLUDED.seen_at
    """
)


def handler(event, context):
    reading = {
        "device_id": event["device"],
        "celsius": event["celsius"],
        "seen_at": event["timestamp"],
    }
    with engine.begin() as connection:
        connection.execute(UPSERT, reading)
