"""Removes the colours of a video, frame by frame."""

import os

import boto3
import cv2

s3 = boto3.client("s3")


def gray(event, context):
    name = event["object"]
    source, result = f"/tmp/{name}", f"/tmp/gray-{name}"
    s3.download_file(os.environ["INPUT"], name, source)
    video = cv2.VideoCapture(source)
    output = cv2.VideoWriter(result, cv2.VideoWriter_fourcc(*"XVID"), 20.0, (640, 480))
    while video.isOpened():
        there, frame = video.read()
        if not there:
            break
        output.write(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    video.release()
    output.release()
    s3.upload_file(result, os.environ["OUTPUT"], name)
