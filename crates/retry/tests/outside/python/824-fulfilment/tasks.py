import os
from dataclasses import asdict, dataclass

from pymongo import MongoClient
from pymongo.errors import DuplicateKeyError

db = MongoClient(os.environ["MONGO_URI"]).get_database("warehouse")


class OutOfStock(Exception):
    pass


@dataclass
class Shipment:
    order_id: str
    sku: str
    quantity: int


def reserve_stock(event, context):
    result = db.stock.update_one(
        {"_id": event["sku"], "available": {"$gte": event["quantity"]}},
        {"$inc": {"available": -event["quantity"]}},
    )
    if result.modified_count == 0:
        raise OutOfStock(event["sku"])
    return event


def create_shipment(event, context):
    shipment = Shipment(event["orderId"], event["sku"], event["quantity"])
    try:
        db.shipments.insert_one({"_id": shipment.order_id, **asdict(shipment)})
    except DuplicateKeyError:
        print(f"shipment of {shipment.order_id} is already there")
    return {"shipment": shipment.order_id}
