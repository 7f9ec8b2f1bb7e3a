# realworld.article.update alone
# update: safe alone, safe together
# today: safe alone, unknown together

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
