import json
import logging
import os

import requests

from dedup import first_time

logger = logging.getLogger(__name__)


def handler(event, context):
    for record in event["Records"]:
        if not first_time(record["messageId"]):
            logger.info("skipping duplicate %s", record["messageId"])
            continue
        shipment = json.loads(record["body"])
        response = requests.post(
            os.environ["PARTNER_URL"],
            json={"tracking": shipment["tracking"], "status": shipment["status"]},
            timeout=10,
        )
        response.raise_for_status()
