import os
from contextlib import contextmanager

import psycopg2


@contextmanager
def unit_of_work():
    connection = psycopg2.connect(os.environ["DB_URL"])
    cursor = connection.cursor()
    try:
        yield cursor
        connection.commit()
    except Exception:
        connection.rollback()
        raise
    finally:
        connection.close()
