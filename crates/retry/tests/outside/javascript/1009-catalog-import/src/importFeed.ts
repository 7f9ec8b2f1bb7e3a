import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import { saveAll } from './products';

const s3 = new S3Client({});

export const handler = async (event: any) => {
  for (const record of event.Records) {
    const { Body } = await s3.send(new GetObjectCommand({
      Bucket: record.s3.bucket.name,
      Key: decodeURIComponent(record.s3.object.key),
    }));
    const rows: any[] = parse(await Body!.transformToString(), { columns: true, skip_empty_lines: true });
    await saveAll(rows.map((r) => ({ sku: r.sku, title: r.title, price: Number(r.price) })));
  }
};
