import os

import boto3
from fastapi import FastAPI, HTTPException
from mangum import Mangum

from notes.models import Note

app = FastAPI(title="notes")
table = boto3.resource("dynamodb").Table(os.environ["NOTES"])


@app.get("/notes/{note_id}")
def read_note(note_id: str):
    item = table.get_item(Key={"note_id": note_id}).get("Item")
    if item is None:
        raise HTTPException(status_code=404, detail="no such note")
    return {"title": item["title"], "text": item["text"]}


@app.put("/notes/{note_id}")
def write_note(note_id: str, note: Note):
    table.put_item(Item={"note_id": note_id, "title": note.title, "text": note.text})
    return {"note_id": note_id}


handler = Mangum(app)
