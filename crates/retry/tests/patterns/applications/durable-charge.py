# durable step(charge) at-least-once
# charge: unsafe alone, unsafe together

from aws_durable_execution_sdk_python import durable_execution
import requests


@durable_execution
def charge(event, context):
    context.step(
        lambda _: requests.post(
            "https://payments.example.com/charges", json={"amount": event["amount"]}
        ),
        name="charge",
    )
