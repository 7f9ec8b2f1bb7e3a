import json
import uuid
from dataclasses import asdict, dataclass, field

import boto3

dynamodb = boto3.resource("dynamodb")


@dataclass
class Case:
    title: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    tags: list[str] = field(default_factory=list)


def open_case(event, context):
    body = json.loads(event["body"])
    case = Case(body["title"])
    dynamodb.Table("cases").put_item(Item=asdict(case))
    return {"statusCode": 201, "body": case.id}


def file_case(event, context):
    body = json.loads(event["body"])
    case = Case(title=body["title"], id=body["id"])
    dynamodb.Table("files").put_item(Item=asdict(case))
    return {"statusCode": 201, "body": case.id}
