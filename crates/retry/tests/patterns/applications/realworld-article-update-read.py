# realworld.article.update + update + get
# update: safe alone, unsafe-concurrent together

import boto3

articles = boto3.resource("dynamodb").Table("articles")


def update(event, context):
    article = articles.get_item(Key={"slug": event["slug"]}).get("Item")
    if article is None:
        return {"statusCode": 422}
    if event.get("title"):
        article["title"] = event["title"]
    if event.get("body"):
        article["body"] = event["body"]
    articles.put_item(Item=article)
    return {"statusCode": 200}


def get(event, context):
    return articles.get_item(Key={"slug": event["slug"]}).get("Item")
