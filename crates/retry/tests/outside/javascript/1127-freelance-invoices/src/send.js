const nodemailer = require("nodemailer");
const invoices = require("./invoices");

const transporter = nodemailer.createTransport(process.env.SMTP_URL);

exports.handler = async (event) => {
  const { number } = event.pathParameters;
  const invoice = await invoices.get(number);
  if (!invoice) return { statusCode: 404, body: "" };

  // never send an invoice twice
  if (await invoices.claimSending(number)) {
    await transporter.sendMail({
      from: "billing@freelance.example",
      to: invoice.customerEmail,
      subject: `Invoice ${number}`,
      text: `Please pay ${invoice.amount} EUR within 14 days.`,
    });
  }
  return { statusCode: 200, body: JSON.stringify({ sent: true }) };
};
