# 38 fresh id in response only
# ticket: safe alone, safe together

import uuid


def ticket(event, context):
    return {"id": str(uuid.uuid4())}
