import json

from jobs import runs


def handler(event, context):
    order = json.loads(event["Records"][0]["body"])
    run = context.aws_request_id
    runs.started(run, "import")
    runs.save(f"imports/{order['file']}.done", order["file"])
