import os

import psycopg2

_connection = None


def connection():
    """One connection per instance, reused while it is warm."""
    global _connection
    if _connection is None or _connection.closed:
        _connection = psycopg2.connect(os.environ["DSN"], connect_timeout=5)
        _connection.autocommit = True
    return _connection
