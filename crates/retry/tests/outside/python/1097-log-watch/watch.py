import json
import os

import requests



def alarm(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        requests.post(
            os.environ["SLACK_WEBHOOK"],
            json={"text": f":rotating_light: {message['AlarmName']} is {message['NewStateValue']}"},
            timeout=5,
        )
