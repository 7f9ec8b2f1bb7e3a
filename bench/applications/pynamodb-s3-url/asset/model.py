"""An asset: a file that a client uploads and downloads by itself."""

import os
from datetime import datetime

import boto3
from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.models import Model

BUCKET = os.environ["S3_BUCKET"]


class AssetModel(Model):
    class Meta:
        table_name = os.environ["DYNAMODB_TABLE"]

    asset_id = UnicodeAttribute(hash_key=True)
    state = UnicodeAttribute(default="CREATED")
    createdAt = UTCDateTimeAttribute(default=datetime.now)
    updatedAt = UTCDateTimeAttribute(default=datetime.now)

    def save(self, **kwargs):
        self.updatedAt = datetime.now()
        super().save(**kwargs)

    def url(self, method):
        client = boto3.client("s3")
        return client.generate_presigned_url(
            method, Params={"Bucket": BUCKET, "Key": self.asset_id}, ExpiresIn=300
        )
