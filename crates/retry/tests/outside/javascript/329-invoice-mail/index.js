import nodemailer from "nodemailer";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { S3Client, GetObjectCommand } from "@aws-sdk/client-s3";

const db = DynamoDBDocument.from(new DynamoDB({}));
const s3 = new S3Client({});
const transport = nodemailer.createTransport({ host: "smtp.acme.example", port: 587, secure: false });

const pdf = async (key) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: "acme-invoices", Key: key }));
  return Buffer.from(await Body.transformToByteArray());
};

export const handler = async (event) => {
  const { invoice, customer, email, key } = JSON.parse(event.Records[0].Sns.Message);

  const { Item } = await db.get({ TableName: "invoice-mails", Key: { invoice }, ConsistentRead: true });
  if (Item) return;

  await transport.sendMail({
    messageId: `<invoice-${invoice}@acme.example>`,
    from: "billing@acme.example",
    to: email,
    subject: `Invoice ${invoice}`,
    text: `Dear ${customer}, please find your invoice attached.`,
    attachments: [{ filename: `${invoice}.pdf`, content: await pdf(key) }],
  });
  await db.put({ TableName: "invoice-mails", Item: { invoice, email } });
};
