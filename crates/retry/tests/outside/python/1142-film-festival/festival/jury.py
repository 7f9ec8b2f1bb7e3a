from .films import films, reply


def shortlist(event, context):
    result = films.update_one({"_id": event["pathParameters"]["film"]}, {"$set": {"shortlisted": True}})
    if result.matched_count == 0:
        return reply(404)
    return reply(204)


def retire(event, context):
    result = films.update_one({"_id": event["pathParameters"]["film"]}, {"$set": {"retired": True}})
    if not result.modified_count:
        return reply(404)
    return reply(204)
