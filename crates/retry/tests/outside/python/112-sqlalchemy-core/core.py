import os

from sqlalchemy import create_engine, text

engine = create_engine(os.environ["DATABASE_URL"], pool_pre_ping=True)


def hit(event, context):
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE counters SET hits = hits + 1 WHERE page = :page"), {"page": event["page"]}
        )


def remember(event, context):
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO visitors (id, name) VALUES (:id, :name) ON CONFLICT (id) DO NOTHING"),
            {"id": event["id"], "name": event["name"]},
        )
