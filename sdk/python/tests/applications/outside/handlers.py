"""Forms of handlers."""

import functools
import time
import traceback


def decorated(function):
    @functools.wraps(function)
    def wrapper(event, context):
        return {"inner": function(event, context), "at": time.time()}

    return wrapper


@decorated
def handler(event, context):
    return context.aws_request_id


class _Service:
    def __init__(self):
        self.calls = 0

    def __call__(self, event, context):
        self.calls += 1
        return self.calls

    def method(self, event, context):
        return [self.calls, time.time()]


callable_object = _Service()
bound = _Service().method
partial = functools.partial(lambda prefix, event, context: prefix + str(time.time()), "at ")


def changes_its_input(event, context):
    event["changed"] = True
    return event


def exits(event, context):
    raise SystemExit(3)


def chained(event, context):
    try:
        {}["missing"]
    except KeyError as error:
        raise ValueError("not found") from error


class Odd(Exception):
    def __init__(self, code, *, detail):
        super().__init__(f"odd {code}")
        self.code, self.detail = code, detail


def own_error(event, context):
    raise Odd(7, detail={"a": 1})


def handled(event, context):
    try:
        raise Odd(1, detail=None)
    except Odd:
        return traceback.format_exc().splitlines()[-1]


def nothing(event, context):
    pass
