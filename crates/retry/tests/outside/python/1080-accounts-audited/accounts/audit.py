import functools
import os
import uuid

import boto3

trail = boto3.resource("dynamodb").Table(os.environ["AUDIT"])


def audited(action):
    def wrap(function):
        @functools.wraps(function)
        def run(event, context):
            result = function(event, context)
            trail.put_item(
                Item={
                    "entry": uuid.uuid4().hex,
                    "action": action,
                    "account": event["pathParameters"]["id"],
                    "status": result["statusCode"],
                }
            )
            return result

        return run

    return wrap
