from database import connect


def handler(event, context):
    email = (event.get("queryStringParameters") or {}).get("email", "").strip().lower()
    if not email:
        return {"statusCode": 400, "body": "email is missing"}
    conn = connect()
    try:
        with conn.cursor() as cursor:
            cursor.execute("UPDATE subscribers SET active = 0 WHERE email = %s", (email,))
    finally:
        conn.close()
    return {"statusCode": 200, "body": "You will not hear from us again."}
