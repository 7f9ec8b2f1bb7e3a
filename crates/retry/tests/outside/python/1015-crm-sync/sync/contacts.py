import os

import psycopg2

from sync import crm

UPSERT = """
INSERT INTO contacts (id, email, name) VALUES (%s, %s, %s)
ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, name = EXCLUDED.name
"""


def handler(event, context):
    conn = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        with conn.cursor() as cur:
            cur.execute("SELECT cursor FROM sync_state WHERE source = 'crm'")
            row = cur.fetchone()
        page = crm.changed_since(row[0] if row else "")
        for contact in page["contacts"]:
            with conn, conn.cursor() as cur:
                cur.execute(UPSERT, (contact["id"], contact["email"], contact["name"]))
        with conn, conn.cursor() as cur:
            cur.execute(
                "INSERT INTO sync_state (source, cursor) VALUES ('crm', %s)"
                " ON CONFLICT (source) DO UPDATE SET cursor = EXCLUDED.cursor",
                (page["cursor"],),
            )
        return {"synced": len(page["contacts"])}
    finally:
        conn.close()
