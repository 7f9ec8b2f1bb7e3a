import os

from http_client import post_once


def handler(event, context):
    reservation = post_once(
        f"{os.environ['WAREHOUSE_URL']}/reservations",
        key=context.aws_request_id,
        payload={"order": event["order"], "lines": event["lines"]},
    )
    return {"id": reservation["id"]}
