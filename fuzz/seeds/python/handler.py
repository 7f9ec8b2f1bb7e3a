import boto3
from functools import wraps
table = boto3.resource("dynamodb").Table("t")
@wraps
async def handler(event, context=None, *args, **kwargs):
    match event:
        case {"id": str(x), **rest} if x: return f"{x!r:>{10}}"
        case [1, *_] | None: pass
    with open("a") as f, g() as (h, k):
        yield from [i async for i in f if i not in (1, 2)]
    try:
        del event["a"], x[1:2]
    except (KeyError, ValueError) as error:
        raise RuntimeError from error
    lambda a, /, b, *, c=1: (a := b)
