import json

from .films import films, reply


def handler(event, context):
    film = films.find_one({"_id": event["pathParameters"]["film"], "retired": {"$ne": True}})
    if film is None:
        return reply(404)
    return reply(
        200,
        json.dumps({"title": film["title"], "votes": film.get("votes", 0), "shortlisted": film.get("shortlisted", False)}),
    )
