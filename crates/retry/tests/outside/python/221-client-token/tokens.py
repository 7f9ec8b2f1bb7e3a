import boto3

ecs = boto3.client("ecs")


def order_line(event, context):
    answer = ecs.run_task(
        cluster="jobs", taskDefinition="worker", clientToken=event["job"], count=1
    )
    return answer["tasks"][0]["taskArn"]


def line(event, context):
    ecs.run_task(cluster="jobs", taskDefinition="worker", count=1)
