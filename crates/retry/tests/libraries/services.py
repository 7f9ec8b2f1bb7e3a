# Clients of services and of the web, in everyday use.

import json
import os

import aiohttp
import anthropic
import asyncio
import backoff
import boto3
import httpx
import requests
import stripe
import urllib3
from openai import OpenAI
from requests.adapters import HTTPAdapter
from sendgrid import SendGridAPIClient
from sendgrid.helpers.mail import Mail
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient
from tenacity import retry, stop_after_attempt, wait_exponential
from twilio.rest import Client
from urllib3.util.retry import Retry

table = boto3.resource("dynamodb").Table("things")
slack = WebClient(token=os.environ["SLACK_TOKEN"])
hook = WebhookClient(os.environ["SLACK_HOOK"])
stripe.api_key = os.environ["STRIPE_KEY"]
http = urllib3.PoolManager()
sms = Client(os.environ["TWILIO_SID"], os.environ["TWILIO_TOKEN"])
openai = OpenAI()
claude = anthropic.Anthropic()

session = requests.Session()
session.mount("https://", HTTPAdapter(max_retries=Retry(total=3, backoff_factor=1)))


# unsafe: the message appears twice
def slack_message(event, context):
    slack.chat_postMessage(channel="#ops", text=event["text"])


# unsafe: the message appears twice
def slack_message_tried(event, context):
    try:
        slack.chat_postMessage(channel="#ops", text=event["text"], blocks=[{"type": "divider"}])
    except SlackApiError as error:
        print(error.response["error"])


# safe: it only looks
def slack_user(event, context):
    slack.users_lookupByEmail(email=event["email"])


# safe: it only looks
def slack_channels(event, context):
    slack.conversations_list(limit=10)


# unsafe: the reaction or message is added again
def slack_reply(event, context):
    slack.chat_update(channel="#ops", ts=event["ts"], text="done")
    slack.files_upload_v2(channel="#ops", content=event["text"])


# unsafe: the message appears twice
def slack_hook(event, context):
    hook.send(text=event["text"])


# safe: the event of the signed body is put under its id
def stripe_webhook(event, context):
    try:
        paid = stripe.Webhook.construct_event(
            event["body"], event["headers"]["stripe-signature"], os.environ["SECRET"]
        )
    except (ValueError, stripe.error.SignatureVerificationError):
        return {"statusCode": 400}
    if paid["type"] == "checkout.session.completed":
        table.put_item(Item={"id": paid["data"]["object"]["id"], "status": "paid"})
    return {"statusCode": 200}


# unsafe: the signed body is counted again
def stripe_webhook_count(event, context):
    paid = stripe.Webhook.construct_event(event["body"], event["signature"], os.environ["SECRET"])
    if paid.type == "charge.succeeded":
        table.update_item(
            Key={"id": paid.data.object.customer},
            UpdateExpression="ADD charges :one",
            ExpressionAttributeValues={":one": 1},
        )


# unsafe: a second session
def stripe_checkout(event, context):
    return stripe.checkout.Session.create(mode="payment", line_items=event["items"]).url


# unsafe: a second mail
def sendgrid_mail(event, context):
    message = Mail(from_email="a@example.com", to_emails=event["to"], subject="Hi", html_content="Hi")
    SendGridAPIClient(os.environ["SENDGRID_KEY"]).send(message)


# unsafe: a second message
def twilio_message(event, context):
    sms.messages.create(to=event["to"], from_="+1555", body=event["text"])


# safe: what the model says is new, but the client gets one answer
def asked(event, context):
    answer = openai.chat.completions.create(model="gpt-4o", messages=event["messages"])
    return {"text": answer.choices[0].message.content}


# safe: what the model says is new, but the client gets one answer
def asked_claude(event, context):
    answer = claude.messages.create(model="claude", max_tokens=100, messages=event["messages"])
    return {"text": answer.content[0].text}


# unsafe: posted again
def posted(event, context):
    response = requests.post("https://example.com", json={"id": event["id"]}, timeout=3)
    response.raise_for_status()


# unsafe: posted again
def posted_by_session(event, context):
    session.post("https://example.com", json={"id": event["id"]})


# safe: it only looks
def got(event, context):
    session.get("https://example.com", params={"id": event["id"]}, timeout=3).raise_for_status()


# safe: the service knows the key
def posted_with_key(event, context):
    requests.post(
        "https://example.com", json={"id": event["id"]}, headers={"Idempotency-Key": event["id"]}
    )


# unsafe: posted again
def httpx_post(event, context):
    with httpx.Client(base_url="https://example.com") as client:
        client.post("/orders", json={"id": event["id"]}).raise_for_status()


# unsafe: posted again
def httpx_async(event, context):
    async def send():
        async with httpx.AsyncClient() as client:
            await client.post("https://example.com", json={"id": event["id"]})

    asyncio.run(send())


# unsafe: posted again
def aiohttp_post(event, context):
    async def send():
        async with aiohttp.ClientSession() as client:
            async with client.post("https://example.com", json={"id": event["id"]}) as response:
                return await response.json()

    asyncio.run(send())


# unsafe: posted again
def urllib3_post(event, context):
    http.request("POST", "https://example.com", body=json.dumps({"id": event["id"]}))


@retry(stop=stop_after_attempt(3), wait=wait_exponential(multiplier=1))
def send_with_tenacity(event):
    requests.post("https://example.com", json={"id": event["id"]}).raise_for_status()


# unsafe: posted again
def tenacity_post(event, context):
    send_with_tenacity(event)


@backoff.on_exception(backoff.expo, requests.exceptions.RequestException, max_tries=3)
def put_with_backoff(event):
    table.put_item(Item={"id": event["id"]})


# safe: the same item again, however often it is tried
def backoff_put(event, context):
    put_with_backoff(event)
