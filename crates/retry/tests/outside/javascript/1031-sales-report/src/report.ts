import mysql from 'mysql2/promise';
import dayjs from 'dayjs';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const pool = mysql.createPool(process.env.DATABASE_URL!);
const s3 = new S3Client({});

const reportKey = () => `daily/${dayjs().format('YYYY-MM-DD')}.json`;

export const handler = async (event: { time: string }) => {
  const [rows] = await pool.query(
    'SELECT region, SUM(amount) AS total FROM sales WHERE sold_on = ? GROUP BY region',
    [event.time.slice(0, 10)],
  );
  await s3.send(new PutObjectCommand({
    Bucket: process.env.BUCKET,
    Key: reportKey(),
    Body: JSON.stringify(rows),
    ContentType: 'application/json',
  }));
};
