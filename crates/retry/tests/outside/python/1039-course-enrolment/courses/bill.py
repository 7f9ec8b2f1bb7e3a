from courses.db import connect


def handler(event, context):
    """Charges a student for a course and writes the letter that goes with it."""
    conn = connect()
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT price FROM courses WHERE id = %s", (event["course"],))
            price = cur.fetchone()[0]
            cur.execute(
                "INSERT IGNORE INTO charges (id, amount) VALUES (%s, %s)", (event["bill"], price)
            )
            conn.commit()
            cur.execute(
                "INSERT IGNORE INTO letters (id, amount) VALUES (%s, %s)", (event["bill"], price)
            )
            conn.commit()
    finally:
        conn.close()
