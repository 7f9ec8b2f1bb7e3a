import boto3
from fastapi import FastAPI, HTTPException
from mangum import Mangum

from models import Note, NoteIn

app = FastAPI()
table = boto3.resource("dynamodb").Table("notes")


@app.post("/notes", status_code=201)
def create_note(body: NoteIn):
    note = Note(title=body.title, text=body.text)
    table.put_item(Item=note.model_dump())
    return note


@app.get("/notes/{note_id}")
def get_note(note_id: str):
    item = table.get_item(Key={"noteId": note_id}).get("Item")
    if item is None:
        raise HTTPException(status_code=404, detail="not found")
    return item


handler = Mangum(app)
