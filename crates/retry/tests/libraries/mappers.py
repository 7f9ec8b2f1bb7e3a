# Object mappers and validators of models, which are not supported: none of these is ever called
# safe or unsafe.

import os

import boto3
import mongoengine
from pydantic import BaseModel, field_validator
from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.orm import DeclarativeBase, Session

table = boto3.resource("dynamodb").Table("things")
engine = create_engine("postgresql+psycopg2://localhost/shop")


class Page(mongoengine.Document):
    title = mongoengine.StringField(required=True)


# unsafe: a second document
# today unknown
def mongoengine_save(event, context):
    mongoengine.connect(host=os.environ["MONGO_URL"])
    Page(title=event["title"]).save()


# safe: it only looks
# today unknown
def mongoengine_find(event, context):
    return Page.objects(title=event["title"]).first().title


class Base(DeclarativeBase):
    pass


class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    text = Column(String)


# unsafe: a second row
# today unknown
def sqlalchemy_orm_add(event, context):
    with Session(engine) as session:
        session.add(Note(text=event["text"]))
        session.commit()


# safe: it only looks
# today unknown
def sqlalchemy_orm_get(event, context):
    with Session(engine) as session:
        return session.get(Note, event["id"]).text


class Checked(BaseModel):
    id: str

    @field_validator("id")
    @classmethod
    def not_empty(cls, value):
        if not value:
            raise ValueError("empty")
        return value.lower()


# safe: the item is what the input says
# today unknown
def pydantic_validator(event, context):
    table.put_item(Item={"id": Checked(id=event["id"]).id})
