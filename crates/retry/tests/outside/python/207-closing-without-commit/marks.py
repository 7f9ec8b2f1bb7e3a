import os
from contextlib import closing

import psycopg2


def mark(event, context):
    for record in event["Records"]:
        with closing(psycopg2.connect(os.environ["DSN"])) as connection:
            cursor = connection.cursor()
            cursor.execute("UPDATE marks SET n = n + 1 WHERE id = %s", (record["body"],))


def mark_kept(event, context):
    for record in event["Records"]:
        with closing(psycopg2.connect(os.environ["DSN"])) as connection:
            cursor = connection.cursor()
            cursor.execute("UPDATE kept SET n = n + 1 WHERE id = %s", (record["body"],))
            connection.commit()
