"""Nine variants of one image."""

import os

import boto3
from PIL import Image, ImageFilter

s3 = boto3.client("s3")


def process(event, context):
    name = event["object"]
    source = f"/tmp/{name}"
    s3.download_file(os.environ["INPUT"], name, source)
    image = Image.open(source)
    variants = {
        "flip-left-right": image.transpose(Image.FLIP_LEFT_RIGHT),
        "flip-top-bottom": image.transpose(Image.FLIP_TOP_BOTTOM),
        "rotate-90": image.transpose(Image.ROTATE_90),
        "rotate-180": image.transpose(Image.ROTATE_180),
        "rotate-270": image.transpose(Image.ROTATE_270),
        "blur": image.filter(ImageFilter.BLUR),
        "sharpen": image.filter(ImageFilter.SHARPEN),
        "gray": image.convert("L"),
        "thumbnail": image.resize((128, 128)),
    }
    for variant, made in variants.items():
        s3.put_object(Bucket=os.environ["OUTPUT"], Key=f"{variant}/{name}", Body=made.tobytes())
    return {"variants": list(variants)}
