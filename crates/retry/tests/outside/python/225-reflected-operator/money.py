import boto3

sns = boto3.client("sns")


def tell(message):
    sns.publish(TopicArn="arn:aws:sns:eu-west-1:123456789012:money", Message=message)


class Loud:
    def __radd__(self, other):
        tell("added")
        return other


class Picky:
    def __eq__(self, other):
        tell("compared")
        return False


def added(event, context):
    return 1 + Loud()


def different(event, context):
    return Picky() != event["value"]
