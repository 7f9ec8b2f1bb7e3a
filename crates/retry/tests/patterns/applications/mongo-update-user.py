# mongo.updateUser + updateUser + get,get
# updateUser: safe alone, unsafe-concurrent together

from bson import ObjectId
from pymongo import MongoClient

users = MongoClient()["app"]["users"]


def updateUser(event, context):
    users.update_one({"_id": ObjectId(event["id"])}, {"$set": {"name": event["name"]}})


def user(event, context):
    return users.find_one({"_id": ObjectId(event["id"])})
