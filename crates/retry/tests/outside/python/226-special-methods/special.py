import boto3

sns = boto3.client("sns")


def tell(message):
    sns.publish(TopicArn="arn:aws:sns:eu-west-1:123456789012:special", Message=message)


class Shown:
    def __format__(self, how):
        tell("shown")
        return "shown"


class Made:
    def __new__(cls):
        tell("made")
        return object.__new__(cls)


class Assigned:
    def __setattr__(self, name, value):
        tell(name)


class Sorted:
    def __lt__(self, other):
        tell("compared")
        return False


def shown(event, context):
    return f"{Shown():>8}"


def made(event, context):
    Made()


def assigned(event, context):
    box = Assigned()
    box.value = 1


def sorts(event, context):
    return len(sorted([Sorted(), Sorted()]))
