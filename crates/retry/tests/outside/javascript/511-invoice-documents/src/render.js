import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { v5 as uuidv5 } from "uuid";
import _ from "lodash";

const s3 = new S3Client({});
const NAMESPACE = "6b1f2d6e-3f0f-4c44-9a35-0b1f6a1d7a10";

const renderLine = (line) =>
  `<tr><td>${_.escape(line.title)}</td><td>${line.quantity}</td><td>${line.price}</td></tr>`;

const render = (order) => {
  const total = _.sumBy(order.lines, (l) => l.quantity * l.price);
  return `<h1>Invoice ${order.number}</h1>
<table>${order.lines.map(renderLine).join("")}</table>
<p>Total: ${total}</p>`;
};

export const handler = async (event) => {
  const order = event.detail;
  const documentId = uuidv5(order.number, NAMESPACE);
  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.DOCUMENTS,
      Key: `invoices/${documentId}.html`,
      Body: render(order),
      ContentType: "text/html",
    }),
  );
  return { documentId };
};
