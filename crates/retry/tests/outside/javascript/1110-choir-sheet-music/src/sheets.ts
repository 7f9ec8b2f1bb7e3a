import { S3Client } from "@aws-sdk/client-s3";

export const s3 = new S3Client({});
export const SHEETS = process.env.SHEETS!;
export const sheetKey = (choir: string, title: string): string => `${choir}/${encodeURIComponent(title)}.pdf`;
