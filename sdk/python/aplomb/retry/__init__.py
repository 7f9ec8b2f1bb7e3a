"""Makes handlers safe to retry, and logs only what must be logged.

    from aplomb.retry import derived_uuid, identities, once, retry_safe

    @retry_safe(identities.sns)
    def handler(event, context):
        order = derived_uuid("handler.id")
        once("handler.update_item", table.update_item, Key={"id": "all"}, ...)
        return str(order)

Every call of the handler is one attempt at a request, and the identity says which. A
step is named by its *site*: a text that is unique in the function and stays when lines
move; in loops and in helpers that are called more than once, a tuple with keys that
tell the calls apart and are the same on a retry, as in ("handler.update", item_id).
An attempt that comes to a step for which the log has an outcome goes on with that
outcome. A site used twice in one attempt is an error.
"""

from . import _logs as logs
from ._attempt import configure, retry_safe, started_at
from ._derived import derived_bytes, derived_random, derived_uuid, idempotency_key
from ._errors import RetryError
from ._identities import identities
from ._keep import at_least_once, at_most_once, keep
from ._once import once, once_in_item
from ._records import records

__all__ = [
    "RetryError",
    "at_least_once",
    "at_most_once",
    "configure",
    "derived_bytes",
    "derived_random",
    "derived_uuid",
    "idempotency_key",
    "identities",
    "keep",
    "logs",
    "once",
    "once_in_item",
    "records",
    "retry_safe",
    "started_at",
]
