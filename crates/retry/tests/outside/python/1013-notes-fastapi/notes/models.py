from pydantic import BaseModel, Field


class Note(BaseModel):
    title: str = Field(max_length=200)
    text: str = ""
