import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

const s3 = new S3Client({});

export const handler = async () => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: process.env.BUCKET, Key: 'current.json' }));
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' },
    body: await Body!.transformToString(),
  };
};
