import uuid

from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.event_handler.exceptions import NotFoundError

from orders.models import NewOrder, State
from orders.repository import OrderRepository

app = APIGatewayRestResolver()
logger = Logger()
repository = OrderRepository()


@app.post("/orders")
def place():
    order = NewOrder(**app.current_event.json_body)
    order_id = str(uuid.uuid4())
    repository.save(
        {
            "order_id": order_id,
            "customer": order.customer,
            "sku": order.sku,
            "quantity": order.quantity,
            "state": State.PLACED.value,
        }
    )
    return {"order_id": order_id}, 201


@app.get("/orders/<order_id>")
def show(order_id: str):
    order = repository.find(order_id)
    if order is None:
        raise NotFoundError("no such order")
    return {"order_id": order_id, "state": order["state"]}


@logger.inject_lambda_context
def handler(event, context):
    return app.resolve(event, context)
