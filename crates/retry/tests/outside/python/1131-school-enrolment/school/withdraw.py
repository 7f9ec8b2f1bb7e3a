from .database import connect


def handler(event, context):
    p = event["pathParameters"]
    with connect() as conn:
        gone = conn.execute(
            "DELETE FROM enrolments WHERE class = %s AND student = %s", (p["class"], p["student"])
        ).rowcount
        if gone:
            conn.execute("UPDATE classes SET seats = seats + 1 WHERE id = %s", (p["class"],))
    return {"statusCode": 204}
