import os
from contextlib import contextmanager

import psycopg2


@contextmanager
def cursor():
    connection = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        with connection:
            with connection.cursor() as cur:
                yield cur
    finally:
        connection.close()
