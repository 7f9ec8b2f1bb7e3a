import os

import pymysql


def connect():
    return pymysql.connect(
        host=os.environ["DB_HOST"],
        user="courses",
        password=os.environ["DB_PASSWORD"],
        database="courses",
        autocommit=False,
    )
