import boto3

ses = boto3.client("ses", region_name="eu-west-1")


def send(to: str, subject: str, text: str) -> None:
    ses.send_email(
        Source="no-reply@example.com",
        Destination={"ToAddresses": [to]},
        Message={"Subject": {"Data": subject}, "Body": {"Text": {"Data": text}}},
    )
