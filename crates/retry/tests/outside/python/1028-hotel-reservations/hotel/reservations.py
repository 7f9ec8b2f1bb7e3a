import json
import os

from pydantic import BaseModel, PositiveInt
from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DATABASE_URL"], pool_size=1)


class Reservation(BaseModel):
    room: str
    arrival: str
    nights: PositiveInt


def reserve(event, context):
    wanted = Reservation.model_validate_json(event["body"])
    key = event["pathParameters"]["id"]
    with engine.begin() as conn:
        conn.execute(
            text(
                "INSERT INTO reservations (id, room, arrival, nights, status)"
                " VALUES (:id, :room, :arrival, :nights, 'confirmed')"
                " ON CONFLICT (id) DO NOTHING"
            ),
            {"id": key, "room": wanted.room, "arrival": wanted.arrival, "nights": wanted.nights},
        )
        row = conn.execute(
            text("SELECT room, status FROM reservations WHERE id = :id"), {"id": key}
        ).fetchone()
    return {"statusCode": 200, "body": json.dumps({"room": row[0], "status": row[1]})}


def cancel(event, context):
    with engine.begin() as conn:
        conn.execute(
            text("UPDATE reservations SET status = 'cancelled' WHERE id = :id"),
            {"id": event["pathParameters"]["id"]},
        )
    return {"statusCode": 204}
