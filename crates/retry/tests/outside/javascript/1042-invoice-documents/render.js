'use strict';
const { PDFDocument } = require('pdf-lib');
const { PutObjectCommand } = require('@aws-sdk/client-s3');
const { UpdateCommand } = require('@aws-sdk/lib-dynamodb');
const { s3, ddb } = require('./clients');

async function draw(invoice) {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText(`Invoice ${invoice.number}`, { x: 50, y: 780, size: 20 });
  invoice.lines.forEach((line, i) => page.drawText(`${line.text}  ${line.amount}`, { x: 50, y: 740 - 16 * i, size: 11 }));
  return pdf.save();
}

exports.handler = async (event) => {
  for (const record of event.Records) {
    const invoice = JSON.parse(record.body);
    const key = `pdf/${invoice.number}.pdf`;
    await s3.send(new PutObjectCommand({ Bucket: process.env.BUCKET, Key: key, Body: await draw(invoice) }));
    await ddb.send(new UpdateCommand({
      TableName: process.env.TABLE,
      Key: { number: invoice.number },
      UpdateExpression: 'SET pdfKey = :k',
      ExpressionAttributeValues: { ':k': key },
    }));
  }
};
