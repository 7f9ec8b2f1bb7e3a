"""Invokes the handler for every request (its body is the event) and answers
[milliseconds of the handler, milliseconds of the processor so far, status]."""

import http.server
import json
import os
import sys
import threading
import time

import articles

clock, processor = time.perf_counter, time.thread_time
invocations = 0


class Context:
    function_name = "create"


def invoke(event):
    global invocations
    invocations += 1
    context = Context()
    context.aws_request_id = f"i{invocations}"
    began = clock()
    status = articles.create(event, context)["statusCode"]
    return [(clock() - began) * 1000, processor() * 1000, status]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        event = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = json.dumps(invoke(event)).encode()
        # In one piece: a second one would wait for the first to be acknowledged.
        self.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(answer), answer))


def end_with_input():
    sys.stdin.read()
    os._exit(0)


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
# The measuring process says when it is over.
threading.Thread(target=end_with_input, daemon=True).start()
server.serve_forever()
