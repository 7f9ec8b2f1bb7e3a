import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { PrismaClient } from "@prisma/client";
import type { S3Event } from "aws-lambda";
import { parse } from "csv-parse/sync";

const s3 = new S3Client({});
const prisma = new PrismaClient();

interface Row {
  sku: string;
  price: string;
  currency: string;
}

export const handler = async (event: S3Event) => {
  for (const record of event.Records) {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: record.s3.bucket.name, Key: record.s3.object.key }),
    );
    const rows: Row[] = parse(await Body!.transformToString(), { columns: true, trim: true });
    for (const row of rows) {
      const data = { cents: Math.round(Number(row.price) * 100), currency: row.currency };
      await prisma.price.upsert({
        where: { sku: row.sku },
        create: { sku: row.sku, ...data },
        update: data,
      });
    }
  }
};
