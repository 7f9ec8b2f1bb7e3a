"""Requests over https: with requests, urllib3, urllib and boto3; and a server that is not trusted."""

import json
import os
import ssl
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import boto3
import requests
import urllib3

WEB, CERTIFICATE, STRANGER = (os.environ[name] for name in ("WEB", "CERTIFICATE", "STRANGER"))


def handler(event, context):
    order = []

    def with_requests():
        answer = requests.post(WEB + "/requests", json={"a": 1}, verify=CERTIFICATE, timeout=60).json()
        order.append("requests")
        return answer

    def with_urllib3():
        answer = urllib3.PoolManager(ca_certs=CERTIFICATE).request("GET", WEB + "/urllib3")
        order.append("urllib3")
        return json.loads(answer.data)

    def with_urllib():
        trust = ssl.create_default_context(cafile=CERTIFICATE)
        with urllib.request.urlopen(WEB + "/urllib", context=trust) as answer:
            order.append("urllib")
            return json.loads(answer.read())

    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda work: work(), [with_requests, with_urllib3, with_urllib]))
    body = boto3.client("s3", endpoint_url=WEB, verify=CERTIFICATE).get_object(Bucket="b", Key="k")["Body"]
    try:
        stranger = requests.get(STRANGER, timeout=60).text
    except requests.exceptions.SSLError as error:
        stranger = type(error).__name__
    return {"answers": answers, "order": order, "object": json.loads(body.read())["path"], "stranger": stranger}
