# Routes: how they are registered, and for which methods.

import boto3
import serverless_wsgi
from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from flask import Flask

topics = boto3.client("sns")


def publish():
    topics.publish(TopicArn="news", Message="news")
    return "sent"


flask = Flask(__name__)
flask.add_url_rule("/news", "news", publish, methods=["POST"])


# unsafe: the view of a rule publishes
def rule(event, context):
    return serverless_wsgi.handle_request(flask, event, context)


one = APIGatewayRestResolver()
one.route("/news", method="POST")(publish)


# unsafe: a route with one method
def one_method(event, context):
    return one.resolve(event, context)


several = APIGatewayRestResolver()
several.route("/news", method={"POST", "PUT"})(publish)


# unsafe: a route with a set of methods
def several_methods(event, context):
    return several.resolve(event, context)
