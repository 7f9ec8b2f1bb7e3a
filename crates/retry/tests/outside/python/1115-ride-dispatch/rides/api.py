import json

from .mongo import db


def tip(event, context):
    driver = event["pathParameters"]["driver"]
    cents = json.loads(event["body"])["cents"]
    db.drivers.update_one({"_id": driver}, {"$inc": {"tips": cents}})
    return {"statusCode": 204}


def status(event, context):
    ride = db.rides.find_one({"_id": event["pathParameters"]["ride"]})
    if ride is None:
        return {"statusCode": 404}
    return {"statusCode": 200, "body": json.dumps({"driver": ride.get("driver"), "eta": ride.get("eta")})}
