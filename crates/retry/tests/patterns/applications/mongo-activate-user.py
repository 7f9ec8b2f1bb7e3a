# mongo.updateUser + deleteUser + get,get (no 2nd updater)
# activateUser: safe alone, safe together

from bson import ObjectId
from pymongo import MongoClient

users = MongoClient()["app"]["users"]


# All updaters write the same, as if there were only one.
def activateUser(event, context):
    users.update_one({"_id": ObjectId(event["id"])}, {"$set": {"active": True}})


def deleteUser(event, context):
    users.delete_one({"_id": ObjectId(event["id"])})


def user(event, context):
    return users.find_one({"_id": ObjectId(event["id"])})
