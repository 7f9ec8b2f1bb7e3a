import os

import psycopg2

_connection = None


def connection():
    global _connection
    if _connection is None or _connection.closed:
        _connection = psycopg2.connect(os.environ["DATABASE_URL"])
    return _connection
