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
import telegram
import urllib3
import uuid
from boto3.dynamodb.table import BatchWriter
from openai import OpenAI
from opensearchpy import OpenSearch
from requests.adapters import HTTPAdapter
from sendgrid import SendGridAPIClient
from sendgrid.helpers.mail import Mail
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from six.moves.urllib.request import urlopen
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
bot = telegram.Bot(os.environ["TELEGRAM_TOKEN"])
search = OpenSearch(hosts=[os.environ["SEARCH"]])

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


cognito = boto3.client("cognito-idp")
lex = boto3.client("lexv2-runtime")
flows = boto3.client("appflow")


# unsafe: looks like a read, and sends another code
def cognito_code(event, context):
    cognito.get_user_attribute_verification_code(AccessToken=event["token"], AttributeName="email")


# unsafe: the bot hears it twice
def lex_text(event, context):
    lex.recognize_text(botId="b", botAliasId="a", localeId="en_US", sessionId=event["id"], text=event["text"])


# unsafe: every call without a login makes an identity
def cognito_identity(event, context):
    made = boto3.client("cognito-identity").get_id(IdentityPoolId="pool")
    table.put_item(Item={"id": made["IdentityId"]})


# unsafe: a session is no token, the agent is asked twice
def agent_session(event, context):
    boto3.client("bedrock-agentcore").invoke_agent_runtime(
        agentRuntimeArn="agent", runtimeSessionId=event["id"], payload=event["text"]
    )


# unsafe: the retry is refused (FileSystemAlreadyExists)
def efs_token(event, context):
    boto3.client("efs").create_file_system(CreationToken=event["id"])


# unsafe: the retry is refused (HostedZoneAlreadyExists)
def hosted_zone(event, context):
    boto3.client("route53").create_hosted_zone(Name=event["name"], CallerReference=event["id"])


# unsafe: another queue each time
def render_queue(event, context):
    boto3.client("deadline").create_queue(farmId="farm", displayName=event["name"])


# safe: a queue of this name is there already
def message_queue(event, context):
    boto3.client("sqs").create_queue(QueueName=event["name"])


# unsafe: the retry finds nothing and is refused
def rekognition_delete(event, context):
    boto3.client("rekognition").delete_collection(CollectionId=event["id"])


# unsafe: a flow that has ended runs again
def flow(event, context):
    try:
        flows.start_flow(flowName=event["name"])
    except flows.exceptions.ConflictException:
        pass


# unsafe: a new token each time
def change_token(event, context):
    token = boto3.client("waf").get_change_token()["ChangeToken"]
    table.put_item(Item={"id": token})


# unsafe: the message is added to the thread again
def openai_thread(event, context):
    openai.beta.threads.messages.create(event["thread"], role="user", content=event["text"])


# unsafe: another batch
def claude_batch(event, context):
    claude.messages.batches.create(requests=event["requests"])


# unsafe: replied again
# today unknown
def telegram_reply(event, context):
    update = telegram.Update.de_json(json.loads(event["body"]), bot)
    update.message.reply_text("hello")


# unsafe: posted again
# today unknown
def six_post(event, context):
    urlopen("https://example.com", data=event["body"].encode())


# unsafe: posted again
# today unknown
def vendored_post(event, context):
    requests.packages.urllib3.PoolManager().request("POST", "https://example.com")


# unsafe: another item
# today unknown
def batch_writer_of_table(event, context):
    with BatchWriter("things", boto3.client("dynamodb")) as batch:
        batch.put_item(Item={"id": str(uuid.uuid4())})


# unsafe: an `id` in the document does not name it
def opensearch_body(event, context):
    search.index(index="products", body={"id": event["id"]})


# unsafe: the document that is positional has an `id`, too
def opensearch_positional(event, context):
    search.index("products", {"id": event["id"]})


# safe: the same document again
def opensearch_named(event, context):
    search.index(index="products", body={"name": event["name"]}, id=event["id"])
