import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { fetch } from 'undici';

const s3 = new S3Client({});

export const handler = async () => {
  const res = await fetch(`https://api.weather.example/v2/stations/${process.env.STATION}/current`);
  if (!res.ok) throw new Error(`weather service answered ${res.status}`);
  const { wind, gusts, temperature } = (await res.json()) as any;
  await s3.send(new PutObjectCommand({
    Bucket: process.env.BUCKET,
    Key: 'current.json',
    ContentType: 'application/json',
    Body: JSON.stringify({ wind, gusts, temperature, fetchedAt: new Date().toISOString() }),
  }));
};
