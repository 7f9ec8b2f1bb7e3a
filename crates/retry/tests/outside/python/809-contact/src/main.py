import os

import boto3
from fastapi import FastAPI, HTTPException
from mangum import Mangum
from pydantic import BaseModel

from suppression import is_suppressed

ses = boto3.client("ses")
app = FastAPI()


class ContactForm(BaseModel):
    name: str
    email: str
    message: str


@app.post("/contact", status_code=202)
def contact(form: ContactForm):
    if is_suppressed(form.email.lower()):
        raise HTTPException(status_code=422, detail="address does not accept mail")
    ses.send_email(
        Source=os.environ["INBOX"],
        Destination={"ToAddresses": [os.environ["INBOX"]]},
        ReplyToAddresses=[form.email],
        Message={
            "Subject": {"Data": f"Message from {form.name}"},
            "Body": {"Text": {"Data": form.message}},
        },
    )
    return {"status": "accepted"}


handler = Mangum(app)
