import hashlib
import json
from contextlib import closing

import boto3

polly = boto3.client("polly")
s3 = boto3.client("s3")
transcriber = boto3.client("transcribe")
rekognition = boto3.client("rekognition")
incidents = boto3.client("ssm-incidents")
labels = boto3.resource("dynamodb").Table("labels")


def speak(event, context):
    text = json.loads(event["body"])["text"]
    key = hashlib.sha256(text.encode()).hexdigest()
    answer = polly.synthesize_speech(Text=text, OutputFormat="mp3", VoiceId="Vicki")
    with closing(answer["AudioStream"]) as stream:
        s3.put_object(Bucket="speech", Key=f"{key}.mp3", Body=stream.read())
    return {"statusCode": 200, "body": key}


def transcribe(event, context):
    entry = event["Records"][0]["s3"]
    try:
        transcriber.start_transcription_job(
            TranscriptionJobName=entry["object"]["eTag"],
            LanguageCode="en-US",
            Media={"MediaFileUri": f"s3://{entry['bucket']['name']}/{entry['object']['key']}"},
        )
    except transcriber.exceptions.ConflictException:
        pass


def detect(event, context):
    entry = event["Records"][0]["s3"]
    answer = rekognition.detect_labels(
        Image={"S3Object": {"Bucket": entry["bucket"]["name"], "Name": entry["object"]["key"]}},
        MaxLabels=5,
    )
    labels.put_item(
        Item={"picture": entry["object"]["key"], "labels": [l["Name"] for l in answer["Labels"]]}
    )


def page(event, context):
    incidents.start_incident(
        responsePlanArn="arn:aws:ssm-incidents::123456789012:response-plan/p", title=event["source"]
    )
