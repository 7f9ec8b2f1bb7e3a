import json

from aws_lambda_powertools import Logger

from orders.models import State
from orders.repository import OrderRepository

logger = Logger()
repository = OrderRepository()


def handler(event, context):
    for record in event["Records"]:
        order_id = json.loads(record["body"])["order_id"]
        if not repository.set_state(order_id, State.CONFIRMED.value):
            logger.warning("unknown order", extra={"order_id": order_id})
