import logging
import logging.handlers

plain = logging.getLogger("plain")
plain.setLevel(logging.INFO)


def warn(event, context):
    loud = logging.getLogger("loud")
    loud.addHandler(logging.handlers.HTTPHandler("log.example.com", "/", method="POST"))
    loud.error("order %s", event["order"])


def quiet(event, context):
    plain.info("order %s", event["order"])
    return {"order": event["order"]}
