import json
from itertools import groupby
from operator import itemgetter

import boto3

from locking import exclusive

menus = boto3.resource("dynamodb").Table("menus")


def rebuild(event, context):
    for record in event["Records"]:
        body = json.loads(record["body"])
        dishes = sorted(body["dishes"], key=itemgetter("course"))
        menu = {
            course: [dish["name"] for dish in group]
            for course, group in groupby(dishes, key=itemgetter("course"))
        }
        with exclusive(f"menu-{body['shop']}"):
            menus.put_item(Item={"shop": body["shop"], "menu": menu})
