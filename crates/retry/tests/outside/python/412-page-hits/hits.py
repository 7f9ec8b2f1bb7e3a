import json
from decimal import Decimal
from functools import wraps

import boto3

hits = boto3.resource("dynamodb").Table("hits")


class DecimalEncoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, Decimal):
            return int(o)
        return super().default(o)


def as_json(function):
    @wraps(function)
    def wrapper(event, context):
        return {
            "statusCode": 200,
            "body": json.dumps(function(event, context), cls=DecimalEncoder),
        }

    return wrapper


@as_json
def hit(event, context):
    page = event["pathParameters"]["page"]
    reply = hits.update_item(
        Key={"page": page},
        UpdateExpression="ADD hits :one",
        ExpressionAttributeValues={":one": 1},
        ReturnValues="UPDATED_NEW",
    )
    return {"page": page, "hits": reply["Attributes"]["hits"]}
