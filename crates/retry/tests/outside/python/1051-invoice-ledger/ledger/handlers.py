import json
import logging

from .store import ledger

log = logging.getLogger()
log.setLevel("INFO")


def post_invoice(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        log.info("posting %s", body["invoice"])
        ledger.post(record["messageId"], body["account"], body["cents"])


def apply_fee(event, context):
    for record in event["Records"]:
        key = f"FEE#{record['messageId']}"
        if ledger.seen(key):
            log.info("fee %s was applied before", key)
            continue
        body = json.loads(record["body"])
        ledger.add(body["account"], -body["fee"])
        ledger.remember(key)
