"""The web over https, with a certificate that this test makes: recorded, and replayed without
the servers."""

import os
import ssl
import subprocess

import pytest
from conftest import _Web, invoke, replay, serve


def certificate(folder):
    """A certificate for this machine that nobody but its owner has signed."""
    folder.mkdir()
    key, signed = str(folder / "key.pem"), str(folder / "cert.pem")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*command, *subject, "-keyout", key, "-out", signed], check=True, capture_output=True)
    return key, signed


def serve_encrypted(folder):
    """A web server over https; it, its address and its certificate."""
    key, signed = certificate(folder)
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trust.load_cert_chain(signed, key)
    server, address = serve(_Web, lambda connection: trust.wrap_socket(connection, server_side=True))
    return server, address.replace("http:", "https:"), signed


@pytest.fixture
def variables(tmp_path):
    ours, web, signed = serve_encrypted(tmp_path / "ours")
    others, stranger, _ = serve_encrypted(tmp_path / "others")
    keys = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "very-secret-key", "AWS_DEFAULT_REGION": "eu-west-1"}
    yield {"PATH": os.environ["PATH"], "WEB": web, "CERTIFICATE": signed, "STRANGER": stranger, **keys}
    ours.shutdown()
    others.shutdown()


def test_requests_over_https(tmp_path, variables):
    outcome = invoke("handler", {}, {**variables, "APLOMB_DIRECTORY": str(tmp_path / "recordings")}, module="encrypted")
    assert "error" not in outcome, outcome
    result = outcome["result"]
    assert [answer["path"] for answer in result["answers"]] == ["/requests", "/urllib3", "/urllib"]
    assert (result["object"], result["stranger"]) == ("/b/k", "SSLError")
    os.remove(variables["CERTIFICATE"])
    report = replay(tmp_path / "recordings" / "handler-1.recording")
    assert report.get("differences") == [], report
    assert report["outcome"]["result"] == result
