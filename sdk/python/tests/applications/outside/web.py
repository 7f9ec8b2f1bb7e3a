"""Requests of every kind."""

import http.client
import json
import os
import socket
import urllib.parse
import urllib.request

import requests
import urllib3

WEB = os.environ["WEB"]
session = requests.Session()
session.headers["x-a"] = "b"


def sessions(event, context):
    with requests.Session() as own:
        first = own.get(f"{WEB}/a", params={"q": "ä b"}, timeout=20)
    second = session.post(f"{WEB}/b", json={"n": 1}, timeout=20)
    return [first.url.split("/", 3)[3], second.json()["body"], second.elapsed.total_seconds() >= 0, first.ok, first.headers["content-type"]]


def streamed(event, context):
    with requests.get(f"{WEB}/a", stream=True, timeout=20) as answer:
        body = b"".join(answer.iter_content(7))
    lines = list(requests.get(f"{WEB}/a", stream=True, timeout=20).iter_lines())
    return [json.loads(body)["path"], len(lines)]


def pooled(event, context):
    pool = urllib3.PoolManager(retries=urllib3.Retry(2))
    answer = pool.request("POST", f"{WEB}/c", fields={"a": "1"})
    missing = pool.request("GET", f"{WEB}/missing")
    return [answer.status, json.loads(answer.data)["path"], missing.status]


def raises(event, context):
    try:
        requests.get(f"{WEB}/missing", timeout=20).raise_for_status()
    except requests.HTTPError as error:
        status = error.response.status_code
    try:
        requests.get("http://127.0.0.1:1/", timeout=1)
    except requests.ConnectionError as error:
        kind = type(error).__name__
    return [status, kind]


def uploads(event, context):
    def pieces():
        yield b"a"
        yield b"b"

    return requests.post(f"{WEB}/d", data=pieces(), timeout=20).json()["path"]


def older(event, context):
    request = urllib.request.Request(f"{WEB}/e", data=b"x", headers={"x-b": "c"}, method="PUT")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return [answer.status, json.load(answer)["path"]]
    except urllib.error.HTTPError as error:
        return error.code


def bare(event, context):
    host = urllib.parse.urlsplit(WEB).netloc
    connection = http.client.HTTPConnection(host, timeout=20)
    connection.request("GET", "/f")
    return json.loads(connection.getresponse().read())["path"]


def names(event, context):
    return len(socket.getaddrinfo("localhost", 80)) > 0
