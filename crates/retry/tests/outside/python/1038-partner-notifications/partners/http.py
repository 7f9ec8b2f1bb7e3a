import requests
from tenacity import retry, stop_after_attempt, wait_exponential


@retry(stop=stop_after_attempt(3), wait=wait_exponential(max=8), reraise=True)
def deliver(url: str, payload: dict, headers: dict) -> None:
    response = requests.post(url, json=payload, headers=headers, timeout=5)
    response.raise_for_status()
