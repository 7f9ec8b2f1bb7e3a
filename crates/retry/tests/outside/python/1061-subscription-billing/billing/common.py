import os

import boto3
import stripe

stripe.api_key = os.environ["STRIPE_KEY"]
dynamodb = boto3.resource("dynamodb")
payments = dynamodb.Table(os.environ["PAYMENTS"])
events = dynamodb.Table(os.environ["EVENTS"])
