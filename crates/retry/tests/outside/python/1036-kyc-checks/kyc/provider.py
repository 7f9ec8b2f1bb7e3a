import os

import httpx

client = httpx.Client(
    base_url="https://kyc.example.com/v1",
    headers={"Authorization": f"Bearer {os.environ['PROVIDER_KEY']}"},
    timeout=15,
)


def start(applicant: dict, key: str) -> dict:
    response = client.post(
        "/checks",
        json={"name": applicant["name"], "birthday": applicant["birthday"]},
        headers={"Idempotency-Key": key},
    )
    response.raise_for_status()
    return response.json()
