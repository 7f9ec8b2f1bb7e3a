import json

from .films import films, reply


def vote(event, context):
    film = event["pathParameters"]["film"]
    voter = json.loads(event["body"])["voter"]
    result = films.update_one(
        {"_id": film, "voters": {"$ne": voter}},
        {"$inc": {"votes": 1}, "$addToSet": {"voters": voter}},
    )
    if result.modified_count == 0:
        return reply(409, "You have voted already")
    return reply(201)
