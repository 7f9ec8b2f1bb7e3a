"""Bytewax, a dataflow engine in Rust with steps in Python: one state machine for each user."""

import json
import sys
import time

from bytewax import operators
from bytewax.dataflow import Dataflow
from bytewax.testing import TestingSink, TestingSource, run_main

NEXT = {
    ("CONSENT", "INITIAL"): "consented",
    ("REVOKED", "consented"): "INITIAL",
    ("PROCESSED", "INITIAL"): "FAILURE",
}


def step(state, name):
    before = state or "INITIAL"
    after = NEXT.get((name, before), before)
    return after, after == "FAILURE" and before != "FAILURE"


with open(sys.argv[1], encoding="utf-8") as log:
    events = [json.loads(line) for line in log]
keyed = [(event["params"]["user"], event["name"]) for event in events]
found = []
flow = Dataflow("consent")
source = operators.input("log", flow, TestingSource(keyed, batch_size=1000))
judged = operators.stateful_map("machine", source, step)
violations = operators.filter("violated", judged, lambda item: item[1])
operators.output("found", violations, TestingSink(found))
start = time.process_time()
run_main(flow)
seconds = time.process_time() - start
print(json.dumps({"contender": "bytewax 0.21.1", "events": len(events), "violated": len(found), "seconds": seconds}))
