# 26 external side effect
# notify: unsafe alone, unsafe together

import requests


def notify(event, context):
    requests.post("https://chat.example.com/messages", json={"text": event["text"]})
