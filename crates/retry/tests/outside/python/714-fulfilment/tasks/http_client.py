import httpx

TIMEOUT = httpx.Timeout(5.0)


def post_once(url, key, payload):
    """The internal services execute one request for each Idempotency-Key."""
    with httpx.Client(timeout=TIMEOUT) as client:
        response = client.post(url, json=payload, headers={"Idempotency-Key": key})
        response.raise_for_status()
        return response.json()
