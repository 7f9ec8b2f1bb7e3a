import json

from courses.db import connect


def handler(event, context):
    course = event["pathParameters"]["course"]
    student = event["pathParameters"]["student"]
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute(
                "INSERT IGNORE INTO enrolments (course, student) VALUES (%s, %s)", (course, student)
            )
            if cur.rowcount == 1:
                cur.execute(
                    "UPDATE courses SET seats = seats - 1 WHERE id = %s AND seats > 0", (course,)
                )
                if cur.rowcount == 0:
                    conn.rollback()
                    return {"statusCode": 409, "body": json.dumps({"error": "course is full"})}
        conn.commit()
    finally:
        conn.close()
    return {"statusCode": 200, "body": json.dumps({"course": course, "student": student})}
