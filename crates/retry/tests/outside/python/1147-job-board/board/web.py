import functools
import json
import logging

logger = logging.getLogger("board")


class HttpError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def json_endpoint(view):
    """Turns what a view returns, or an HttpError, into a response."""

    @functools.wraps(view)
    def wrapper(event, context):
        try:
            status, body = view(event)
        except HttpError as error:
            logger.warning("%s: %s", view.__name__, error)
            status, body = error.status, {"error": str(error)}
        return {"statusCode": status, "body": json.dumps(body)}

    return wrapper
