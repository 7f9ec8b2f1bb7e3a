import json

from .mongo import db


def accept(event, context):
    for record in event["Records"]:
        offer = json.loads(record["body"])
        result = db.rides.update_one(
            {"_id": offer["ride"], "driver": None},
            {"$set": {"driver": offer["driver"], "eta": offer["eta"]}},
        )
        if result.modified_count == 0:
            print("ride", offer["ride"], "was taken already")


def tally(event, context):
    for record in event["Records"]:
        ride = json.loads(record["body"])
        db.drivers.update_one(
            {"_id": ride["driver"], "rides": {"$ne": ride["ride"]}},
            {"$inc": {"finished": 1, "metres": ride["metres"]}, "$push": {"rides": ride["ride"]}},
        )
