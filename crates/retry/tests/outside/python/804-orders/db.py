import os

import psycopg2


def connect():
    return psycopg2.connect(os.environ["DATABASE_URL"])
