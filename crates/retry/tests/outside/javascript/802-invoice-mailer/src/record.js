const { saveInvoice } = require("./invoices");

const sum = (lines) => lines.reduce((total, line) => total + line.quantity * line.unitPrice, 0);

exports.handler = async (event) => {
  for (const record of event.Records) {
    const body = JSON.parse(record.body);
    await saveInvoice({
      id: record.messageId,
      customer: body.customer,
      email: body.email,
      lines: body.lines,
      total: sum(body.lines),
      currency: body.currency || "EUR",
    });
    console.log("recorded invoice", record.messageId);
  }
};
