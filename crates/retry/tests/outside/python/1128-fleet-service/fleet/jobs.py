import json
import os

import boto3

from .model import all_vehicles, vehicles

sqs = boto3.client("sqs")


def send_due(event, context):
    for vehicle in all_vehicles():
        if vehicle.due:
            sqs.send_message(
                QueueUrl=os.environ["WORKSHOP_QUEUE"],
                MessageBody=json.dumps({"plate": vehicle.plate, "mileage": vehicle.mileage}),
            )


def flag_overdue(event, context):
    for vehicle in all_vehicles():
        if vehicle.due:
            vehicles.update_item(
                Key={"plate": vehicle.plate},
                UpdateExpression="SET overdue = :yes",
                ExpressionAttributeValues={":yes": True},
            )
