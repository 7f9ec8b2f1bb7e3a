import json
from decimal import Decimal

from .tables import rates


def set_rate(event, context):
    body = json.loads(event["body"], parse_float=Decimal)
    rates.put_item(Item={"employee": event["pathParameters"]["employee"], "hourly": body["hourly"]})
    return {"statusCode": 204}
