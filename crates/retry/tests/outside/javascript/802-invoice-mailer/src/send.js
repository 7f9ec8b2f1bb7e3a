const { SESClient, SendEmailCommand } = require("@aws-sdk/client-ses");
const { findInvoice } = require("./invoices");

const ses = new SESClient({});

const render = (invoice) =>
  [`Dear ${invoice.customer},`, "", `please pay ${invoice.total} ${invoice.currency}.`, "", "Thank you!"].join("\n");

exports.handler = async (event) => {
  for (const record of event.Records) {
    const { invoiceId } = JSON.parse(record.body);
    const invoice = await findInvoice(invoiceId);
    if (!invoice) {
      console.warn("no such invoice", invoiceId);
      continue;
    }
    await ses.send(
      new SendEmailCommand({
        Source: process.env.SENDER,
        Destination: { ToAddresses: [invoice.email] },
        Message: {
          Subject: { Data: `Your invoice ${invoice.id}` },
          Body: { Text: { Data: render(invoice) } },
        },
      }),
    );
  }
};
