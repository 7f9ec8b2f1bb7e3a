import os

from pymongo import MongoClient

films = MongoClient(os.environ["MONGO"]).get_database("festival").films


def reply(status, text=""):
    return {"statusCode": status, "body": text}
