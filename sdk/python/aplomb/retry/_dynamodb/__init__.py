"""DynamoDB by boto3 and pynamodb."""
