from typing import List
from uuid import uuid4

import boto3
from fastapi import FastAPI
from mangum import Mangum
from pydantic import BaseModel, Field

app = FastAPI()
notes = boto3.resource("dynamodb").Table("notes")


class NewNote(BaseModel):
    author: str
    text: str
    tags: List[str] = []


class Note(NewNote):
    id: str = Field(default_factory=lambda: uuid4().hex)


@app.post("/notes", status_code=201)
def create(new: NewNote):
    note = Note(author=new.author, text=new.text.strip(), tags=new.tags)
    notes.put_item(Item=note.model_dump())
    return {"id": note.id}


handler = Mangum(app)
