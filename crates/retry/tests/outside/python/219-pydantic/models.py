import uuid

import boto3
from pydantic import BaseModel, Field

dynamodb = boto3.resource("dynamodb")


class Ticket(BaseModel):
    id: str = Field(default_factory=lambda: str(uuid.uuid4()))
    text: str


class Article(BaseModel):
    id: str
    title: str


def create(event, context):
    ticket = Ticket.model_validate_json(event["body"])
    dynamodb.Table("tickets").put_item(Item=ticket.model_dump())
    return {"statusCode": 201, "body": ticket.id}


def replace(event, context):
    article = Article.model_validate_json(event["body"])
    dynamodb.Table("articles").put_item(Item=article.model_dump())
    return {"statusCode": 200, "body": article.model_dump_json()}
