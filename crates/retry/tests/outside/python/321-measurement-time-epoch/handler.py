import json
from decimal import Decimal

import boto3

measurements = boto3.resource("dynamodb").Table("measurements")


class Measurement:
    def __init__(self, sensor, body, gateway):
        self.sensor = sensor
        self.value = Decimal(str(body["value"]))
        self.unit = body.get("unit", "C")
        self._gateway = gateway

    @property
    def at(self):
        return str(self._gateway["timeEpoch"])

    def to_item(self):
        return {"sensor": self.sensor, "at": self.at, "value": self.value, "unit": self.unit}


def record(event, context):
    measurement = Measurement(
        event["pathParameters"]["sensor"],
        json.loads(event["body"], parse_float=Decimal),
        event["requestContext"],
    )
    measurements.put_item(Item=measurement.to_item())
    return {"statusCode": 202, "body": ""}
