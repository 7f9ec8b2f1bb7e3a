import json

from mongo import db


def submit(event, context):
    body = json.loads(event["body"])
    score = int(body["score"])
    if score < 0:
        return {"statusCode": 400, "body": json.dumps({"error": "negative score"})}
    db.players.update_one({"_id": body["player"]}, {"$max": {"best": score}}, upsert=True)
    return {"statusCode": 204, "body": ""}


def record_game(event, context):
    for record in event["Records"]:
        game = json.loads(record["body"])
        db.games.insert_one(
            {
                "winner": game["winner"],
                "loser": game["loser"],
                "seconds": game["seconds"],
            }
        )


def show(event, context):
    player = db.players.find_one({"_id": event["pathParameters"]["id"]})
    if player is None:
        return {"statusCode": 404, "body": "{}"}
    return {"statusCode": 200, "body": json.dumps({"player": player["_id"], "best": player["best"]})}
