import json

from .uow import unit_of_work


def reply(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def add_part(event, context):
    job = event["pathParameters"]["job"]
    body = json.loads(event["body"])
    with unit_of_work() as cur:
        cur.execute("INSERT INTO requests (id) VALUES (%s) ON CONFLICT (id) DO NOTHING", (body["requestId"],))
        if cur.rowcount:
            cur.execute("UPDATE jobs SET total_cents = total_cents + %s WHERE id = %s", (body["cents"], job))
    return reply(200, {"job": job, "part": body["part"]})


def close_job(event, context):
    job = event["pathParameters"]["job"]
    with unit_of_work() as cur:
        cur.execute(
            "UPDATE jobs SET closed_at = now() WHERE id = %s AND closed_at IS NULL RETURNING total_cents", (job,)
        )
        row = cur.fetchone()
    if row is None:
        return reply(404, {"error": "no open job"})
    return reply(200, {"job": job, "total": row[0]})


def show_job(event, context):
    with unit_of_work() as cur:
        cur.execute("SELECT customer, total_cents FROM jobs WHERE id = %s", (event["pathParameters"]["job"],))
        row = cur.fetchone()
    if row is None:
        return reply(404, {})
    return reply(200, {"customer": row[0], "total": row[1]})
