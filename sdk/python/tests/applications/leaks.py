"""Carries a secret from its input to as many places as a handler has."""

import json
import os
import urllib.parse
import urllib.request

import requests

WEB = os.environ.get("WEB")


def _environment(secret):
    os.environ["PASSWORD"] = secret
    return os.environ["PASSWORD"]


def _variable(secret):
    os.environ["CONNECTION"] = f"server=1;password={urllib.parse.quote(secret)}"
    return os.environ["CONNECTION"]


def _refused(secret):
    try:
        requests.get("http://127.0.0.1:1/", params={"password": secret}, timeout=5)
    except requests.exceptions.ConnectionError:
        pass


PLACES = {
    "header": lambda it: requests.get(f"{WEB}/a", headers={"X-Api-Key": urllib.parse.quote(it)}, timeout=20),
    "query": lambda it: requests.get(f"{WEB}/a", params={"page": 1, "password": it}, timeout=20),
    "path": lambda it: requests.get(f"{WEB}/users/{urllib.parse.quote(it, safe='')}", timeout=20),
    "form": lambda it: requests.post(f"{WEB}/a", data={"user": "me", "password": it}, timeout=20),
    "json": lambda it: requests.post(f"{WEB}/a", json={"deep": [{"Password": it}]}, timeout=20),
    "nested": lambda it: requests.post(f"{WEB}/a", json={"text": json.dumps({"password": it})}, timeout=20),
    "bytes": lambda it: requests.post(f"{WEB}/a", data=f"before {it} after".encode(), timeout=20),
    "files": lambda it: requests.post(f"{WEB}/a", files={"file": ("name", it.encode())}, timeout=20),
    "plain": lambda it: urllib.request.urlopen(f"{WEB}/a?password={urllib.parse.quote_plus(it)}", it.encode()).read(),
    "refused": _refused,
    "environment": _environment,
    "variable": _variable,
}


def handler(event, context):
    password = event["password"]
    for place in event["places"]:
        PLACES[place](password)
    if event["end"] == "raise":
        raise ValueError(f"cannot log in with {password!r}")
    if event["end"] == "cause":
        raise ValueError("cannot log in", {"password": password}) from KeyError(password)
    if event["end"] == "text":
        return json.dumps({"password": password})
    return {"list": [password, {"Password": {"inner": password}}]}
