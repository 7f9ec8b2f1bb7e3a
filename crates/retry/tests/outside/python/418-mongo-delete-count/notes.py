import json
import logging
import os

from pymongo import MongoClient

logging.basicConfig(level=logging.INFO)
client = MongoClient(os.environ["MONGO_URL"])
notes = client["notebook"]["notes"]


def response(status, **body):
    return {
        "statusCode": status,
        "headers": {"Access-Control-Allow-Origin": "*"},
        "body": json.dumps(body),
    }


def remove_note(event, context):
    note_id = event["pathParameters"]["id"]
    if (note := notes.find_one_and_delete({"_id": note_id})) is None:
        logging.warning("note %s not found", note_id)
        return response(404, error="not found")
    return response(200, id=note_id, title=note.get("title", ""))
