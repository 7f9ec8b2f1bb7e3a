import os

from chalice import BadRequestError, Chalice, NotFoundError
from pymongo import MongoClient
from pymongo.errors import DuplicateKeyError

app = Chalice(app_name="notes")
notes = MongoClient(os.environ["MONGO_URL"]).notes.notes


@app.route("/notes/{note_id}", methods=["PUT"])
def save(note_id):
    body = app.current_request.json_body
    if "version" not in body:
        raise BadRequestError("version is missing")
    try:
        # an upsert that meets a version as new as this one is refused
        notes.update_one(
            {"_id": note_id, "version": {"$lt": body["version"]}},
            {"$set": {"text": body["text"], "version": body["version"]}},
            upsert=True,
        )
    except DuplicateKeyError:
        app.log.info("note %s has a newer version", note_id)
    return {"id": note_id}


@app.route("/notes/{note_id}", methods=["GET"])
def show(note_id):
    note = notes.find_one({"_id": note_id})
    if note is None:
        raise NotFoundError(note_id)
    return {"id": note_id, "text": note["text"], "version": note["version"]}
