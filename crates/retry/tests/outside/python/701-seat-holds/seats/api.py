import json

from seats.repository import SeatRepository

repository = SeatRepository()


def answer(status, body=None):
    return {"statusCode": status, "body": json.dumps(body) if body is not None else ""}


def hold(event, context):
    show = event["pathParameters"]["show"]
    seat = event["pathParameters"]["seat"]
    holder = json.loads(event["body"])["holder"]
    if repository.try_hold(show, seat, holder):
        return answer(200, {"show": show, "seat": seat, "holder": holder})
    return answer(409, {"error": "seat is taken"})


def release(event, context):
    show = event["pathParameters"]["show"]
    seat = event["pathParameters"]["seat"]
    holder = event["queryStringParameters"]["holder"]
    repository.drop(show, seat, holder)
    return answer(204)


def seat_map(event, context):
    return answer(200, {"taken": sorted(repository.taken(event["pathParameters"]["show"]))})
