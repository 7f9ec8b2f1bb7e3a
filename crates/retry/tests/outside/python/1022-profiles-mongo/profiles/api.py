import json
import os

from pydantic import BaseModel, ValidationError
from pymongo import MongoClient

people = MongoClient(os.environ["MONGODB_URI"]).get_default_database()["people"]


class ProfilePatch(BaseModel):
    name: str
    bio: str


def _json(status, body):
    return {"statusCode": status, "body": json.dumps(body)}


def update_profile(event, context):
    try:
        patch = ProfilePatch.model_validate_json(event["body"])
    except ValidationError:
        return _json(422, {"error": "name and bio are required"})
    people.update_one(
        {"_id": event["pathParameters"]["id"]},
        {"$set": {"name": patch.name, "bio": patch.bio}},
    )
    return _json(200, {"name": patch.name})


def add_interest(event, context):
    path = event["pathParameters"]
    people.update_one({"_id": path["id"]}, {"$addToSet": {"interests": path["interest"]}})
    return {"statusCode": 204}


def delete_profile(event, context):
    result = people.delete_one({"_id": event["pathParameters"]["id"]})
    return _json(200, {"deleted": result.deleted_count})


def get_profile(event, context):
    person = people.find_one({"_id": event["pathParameters"]["id"]})
    if person is None:
        return _json(404, {})
    return _json(200, {"name": person.get("name"), "interests": person.get("interests", [])})
