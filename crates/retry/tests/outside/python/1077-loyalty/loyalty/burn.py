import json

from .database import connect


def handler(event, context):
    member = event["pathParameters"]["member"]
    points = int(json.loads(event["body"])["points"])
    conn = connect()
    try:
        with conn.cursor() as cur:
            changed = cur.execute(
                "UPDATE members SET points = points - %s WHERE id = %s AND points >= %s",
                (points, member, points),
            )
        conn.commit()
    finally:
        conn.close()
    if changed == 0:
        return {"statusCode": 402, "body": json.dumps({"error": "not enough points"})}
    return {"statusCode": 200, "body": json.dumps({"burned": points})}
