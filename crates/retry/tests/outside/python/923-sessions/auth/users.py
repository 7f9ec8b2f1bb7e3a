import os

import psycopg2


def find(email):
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT id, password_hash FROM users WHERE email = %s", (email,))
            return cur.fetchone()
    finally:
        conn.close()
