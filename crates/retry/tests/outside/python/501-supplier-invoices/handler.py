import json
import logging

from invoices import Invoice, repository

logger = logging.getLogger()
logger.setLevel(logging.INFO)


def handle(event, context):
    for record in event["Records"]:
        invoice = Invoice.from_message(json.loads(record["body"]))
        repository.save(invoice)
        logger.info("stored invoice %s of %s", invoice.invoice_id, invoice.supplier)
