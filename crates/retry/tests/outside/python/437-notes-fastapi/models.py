from datetime import datetime, timezone
from uuid import uuid4

from pydantic import BaseModel, Field


def new_id() -> str:
    return uuid4().hex


class NoteIn(BaseModel):
    title: str
    text: str = ""


class Note(NoteIn):
    noteId: str = Field(default_factory=new_id)
    created: str = Field(default_factory=lambda: datetime.now(timezone.utc).isoformat())
