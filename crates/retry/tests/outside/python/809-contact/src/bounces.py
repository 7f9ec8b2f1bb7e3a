import json
import logging

from suppression import suppress

logger = logging.getLogger()


def handler(event, context):
    for record in event["Records"]:
        message = json.loads(record["Sns"]["Message"])
        if message.get("notificationType") != "Bounce":
            continue
        for recipient in message["bounce"]["bouncedRecipients"]:
            suppress(recipient["emailAddress"].lower())
            logger.info("suppressed %s", recipient["emailAddress"])
