import os

import pymysql


def open_connection():
    return pymysql.connect(
        host=os.environ["MYSQL_HOST"],
        user="water",
        password=os.environ["MYSQL_PASSWORD"],
        database="water",
        autocommit=False,
    )
