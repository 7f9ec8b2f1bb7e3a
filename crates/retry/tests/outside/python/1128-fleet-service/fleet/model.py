import os
from dataclasses import dataclass

import boto3

vehicles = boto3.resource("dynamodb").Table(os.environ["VEHICLES"])
INTERVAL_KM = 15_000


@dataclass
class Vehicle:
    plate: str
    mileage: int
    last_service: int

    @property
    def due(self):
        return self.mileage - self.last_service > INTERVAL_KM


def all_vehicles():
    for item in vehicles.scan()["Items"]:
        yield Vehicle(item["plate"], int(item["mileage"]), int(item.get("last_service", 0)))
