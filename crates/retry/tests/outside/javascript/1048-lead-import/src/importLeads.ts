import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { parse } from 'csv-parse/sync';
import pMap from 'p-map';
import { v5 as uuidv5 } from 'uuid';

const NAMESPACE = '6f4c1a52-3f0e-4a55-9d0c-6b1c5c2d9b11';
const s3 = new S3Client({});
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface Row { email: string; name: string; country: string }

export const handler = async (event: any) => {
  const { bucket, object } = event.Records[0].s3;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket.name, Key: object.key }));
  const rows: Row[] = parse(await Body!.transformToString('utf-8'), { columns: true, trim: true });
  await pMap(rows, async (row) => {
    await ddb.send(new PutCommand({
      TableName: 'imported-leads',
      Item: {
        id: uuidv5(`${object.key}:${row.email}`, NAMESPACE),
        email: row.email,
        name: row.name,
        country: row.country,
        importedAt: new Date().toISOString(),
      },
    }));
  }, { concurrency: 10 });
};
