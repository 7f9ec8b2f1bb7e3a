import base64
import json
from collections import defaultdict
from statistics import fmean

import boto3
from aws_lambda_powertools import Logger, Tracer

logger = Logger(service="sensors")
tracer = Tracer(service="sensors")
cloudwatch = boto3.client("cloudwatch")


def decode(record):
    return json.loads(base64.b64decode(record["kinesis"]["data"]))


@tracer.capture_method
def averages(records):
    values = defaultdict(list)
    for reading in map(decode, records):
        values[reading["sensor"]].append(float(reading["value"]))
    return {sensor: fmean(series) for sensor, series in values.items()}


@logger.inject_lambda_context
@tracer.capture_lambda_handler
def measure(event, context):
    means = averages(event["Records"])
    logger.info("batch", extra={"sensors": len(means)})
    cloudwatch.put_metric_data(
        Namespace="Plant",
        MetricData=[
            {
                "MetricName": "Reading",
                "Dimensions": [{"Name": "Sensor", "Value": sensor}],
                "Value": mean,
            }
            for sensor, mean in means.items()
        ],
    )
