import { S3Client, PutObjectCommand, GetObjectCommand } from "@aws-sdk/client-s3";

const s3 = new S3Client({});
const Bucket = process.env.ARCHIVE_BUCKET;

const keyOf = (year, number) => `invoices/${year}/${number}.json`;

export const archive = async (event) => {
  for (const record of event.Records) {
    const invoice = JSON.parse(record.body);
    try {
      await s3.send(
        new PutObjectCommand({
          Bucket,
          Key: keyOf(invoice.year, invoice.number),
          Body: JSON.stringify({ ...invoice, archivedAt: new Date().toISOString() }),
          ContentType: "application/json",
          IfNoneMatch: "*",
        }),
      );
    } catch (error) {
      if (error.name !== "PreconditionFailed") throw error;
      console.warn("invoice already archived", invoice.number);
    }
  }
};

export const download = async (event) => {
  const { year, number } = event.pathParameters;
  try {
    const object = await s3.send(new GetObjectCommand({ Bucket, Key: keyOf(year, number) }));
    return { statusCode: 200, body: await object.Body.transformToString() };
  } catch (error) {
    if (error.name === "NoSuchKey") return { statusCode: 404, body: "" };
    throw error;
  }
};
