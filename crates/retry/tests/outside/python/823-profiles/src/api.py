from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver
from aws_lambda_powertools.event_handler.exceptions import BadRequestError, NotFoundError
from sqlalchemy import text

from database import engine

logger = Logger()
app = APIGatewayHttpResolver()

UPSERT = text(
    "INSERT INTO profiles (user_id, display_name, city) VALUES (:user, :name, :city) "
    "ON CONFLICT (user_id) DO UPDATE SET display_name = EXCLUDED.display_name, city = EXCLUDED.city"
)
SELECT = text("SELECT display_name, city FROM profiles WHERE user_id = :user")


@app.get("/profiles/<user>")
def show(user: str):
    with engine.connect() as conn:
        row = conn.execute(SELECT, {"user": user}).fetchone()
    if row is None:
        raise NotFoundError("no such profile")
    return {"user": user, "name": row[0], "city": row[1]}


@app.put("/profiles/<user>")
def save(user: str):
    body = app.current_event.json_body
    name = body.get("name")
    if not name:
        raise BadRequestError("name is required")
    with engine.begin() as conn:
        conn.execute(UPSERT, {"user": user, "name": name, "city": body.get("city")})
    return {"user": user, "name": name}


@logger.inject_lambda_context
def handler(event, context):
    return app.resolve(event, context)
