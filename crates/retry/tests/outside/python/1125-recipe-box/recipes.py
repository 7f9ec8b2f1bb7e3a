import json
import os

import pymongo

mongo = pymongo.MongoClient(os.environ["MONGODB_URI"])
recipes = mongo.kitchen.recipes
ratings = mongo.kitchen.ratings
users = mongo.kitchen.users


def rate(event, context):
    recipe, user = event["pathParameters"]["recipe"], event["pathParameters"]["user"]
    stars = json.loads(event["body"])["stars"]
    if not 1 <= stars <= 5:
        return {"statusCode": 422}
    ratings.update_one({"_id": f"{recipe}/{user}"}, {"$set": {"stars": stars}}, upsert=True)
    rating = ratings.find_one({"_id": f"{recipe}/{user}"})
    return {"statusCode": 200, "body": json.dumps({"stars": rating["stars"]})}


def favourite(event, context):
    params = event["pathParameters"]
    users.update_one({"_id": params["user"]}, {"$addToSet": {"favourites": params["recipe"]}}, upsert=True)
    return {"statusCode": 204}


def profile(event, context):
    user = users.find_one({"_id": event["pathParameters"]["user"]}) or {}
    return {"statusCode": 200, "body": json.dumps({"favourites": sorted(user.get("favourites", []))})}


def delete(event, context):
    result = recipes.delete_one({"_id": event["pathParameters"]["recipe"]})
    if result.deleted_count == 0:
        return {"statusCode": 404, "body": json.dumps({"error": "no such recipe"})}
    return {"statusCode": 204}
