"""Invokes the handler once for every line of standard input (the event) and prints
[milliseconds, milliseconds of the processor so far, status]."""

import json
import sys
import time

import articles

clock, processor = time.perf_counter, time.thread_time
invocations = 0


class Context:
    function_name = "create"


for line in sys.stdin:
    event, context, invocations = json.loads(line), Context(), invocations + 1
    context.aws_request_id = f"i{invocations}"
    began = clock()
    status = articles.create(event, context)["statusCode"]
    milliseconds = (clock() - began) * 1000
    print(json.dumps([milliseconds, processor() * 1000, status]), flush=True)
