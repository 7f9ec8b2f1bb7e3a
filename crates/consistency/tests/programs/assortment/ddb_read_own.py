# A profile is saved and shown again, without ConsistentRead.
# dynamodb:eventual ✗
# dynamodb:strong ✗
import boto3
from aplomb.consistency import assume, concurrently, integer, invariant, table

dynamodb = boto3.client("dynamodb")


def save(user: str, plan: int) -> int:
    dynamodb.put_item(TableName="profiles", Item={"id": {"S": user}, "plan": {"N": str(plan)}})
    reply = dynamodb.get_item(TableName="profiles", Key={"id": {"S": user}})
    return int(reply["Item"]["plan"]["N"])


profiles = table("profiles", {"plan": 0}, rows={"ann": {"plan": 1}})

plan = integer("plan", 2)
assume(plan > 1)

(shown,) = concurrently(lambda: save("ann", plan))


@invariant
def what_was_saved_is_shown() -> bool:
    return shown == plan
