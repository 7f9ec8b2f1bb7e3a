# mongo.deleteUser + updateUser + create + get
# deleteUser: safe alone, safe together

from bson import ObjectId
from pymongo import MongoClient

users = MongoClient()["app"]["users"]


def deleteUser(event, context):
    users.delete_one({"_id": ObjectId(event["id"])})


def updateUser(event, context):
    users.update_one({"_id": ObjectId(event["id"])}, {"$set": {"name": event["name"]}})


def createUser(event, context):
    users.insert_one({"name": event["name"]})


def user(event, context):
    return users.find_one({"_id": ObjectId(event["id"])})
