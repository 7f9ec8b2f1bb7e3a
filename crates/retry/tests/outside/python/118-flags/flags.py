import boto3
from aws_lambda_powertools.utilities.feature_flags import AppConfigStore, FeatureFlags

store = AppConfigStore(environment="prod", application="shop", name="features")
flags = FeatureFlags(store=store)
customers = boto3.resource("dynamodb").Table("customers")


def save(event, context):
    item = {"id": event["id"], "name": event["name"]}
    if flags.evaluate(name="split_names", context={"id": event["id"]}, default=False):
        first, _, last = event["name"].partition(" ")
        item = {"id": event["id"], "first": first, "last": last}
    customers.put_item(Item=item)
