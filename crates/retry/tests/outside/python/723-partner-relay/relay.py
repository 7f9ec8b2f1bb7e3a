import json
import os

import requests
from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayRestResolver

logger = Logger()
app = APIGatewayRestResolver()


class Partner:
    def __init__(self, base_url):
        self.base_url = base_url

    def submit(self, claim, key):
        response = requests.post(
            f"{self.base_url}/claims",
            json=claim,
            headers={"Idempotency-Key": key},
            timeout=5,
        )
        response.raise_for_status()


partner = Partner(os.environ["PARTNER_URL"])


@app.post("/claims")
def submit_claim():
    claim = app.current_event.json_body
    partner.submit({"number": claim["number"], "cents": claim["cents"]}, app.current_event.request_context.request_id)
    return {"accepted": claim["number"]}


@logger.inject_lambda_context
def relay_request(event, context):
    return app.resolve(event, context)


@logger.inject_lambda_context
def relay_event(event, context):
    for index, record in enumerate(event["Records"]):
        claim = json.loads(record["Sns"]["Message"])
        partner.submit({"number": claim["number"], "cents": claim["cents"]}, f"{context.aws_request_id}-{index}")
