import os
import time
from typing import Iterable, Tuple

import boto3
import urllib3

http = urllib3.PoolManager(timeout=urllib3.Timeout(total=10), retries=False)
cloudwatch = boto3.client("cloudwatch")


def measure(urls: Iterable[str]) -> Iterable[Tuple[str, bool, float]]:
    for url in urls:
        started = time.perf_counter()
        try:
            response = http.request("GET", url)
            healthy = response.status == 200
        except urllib3.exceptions.HTTPError:
            healthy = False
        yield url, healthy, (time.perf_counter() - started) * 1000


def handler(event, context):
    targets = [target for target in os.environ["TARGETS"].split(",") if target]
    for url, healthy, millis in measure(targets):
        dimensions = [{"Name": "Target", "Value": url}]
        cloudwatch.put_metric_data(
            Namespace="Uptime",
            MetricData=[
                {"MetricName": "Healthy", "Dimensions": dimensions, "Value": 1 if healthy else 0},
                {
                    "MetricName": "Latency",
                    "Dimensions": dimensions,
                    "Value": millis,
                    "Unit": "Milliseconds",
                },
            ],
        )
