import os
from contextlib import contextmanager

import psycopg2


@contextmanager
def cursor():
    conn = psycopg2.connect(os.environ["DSN"])
    try:
        with conn, conn.cursor() as cur:
            yield cur
    finally:
        conn.close()
