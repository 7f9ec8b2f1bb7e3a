import { S3Client, GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

const s3 = new S3Client({});

export const handler = async (event) => {
  const command = new GetObjectCommand({
    Bucket: process.env.THUMBS_BUCKET,
    Key: `320/${event.pathParameters.key}`,
  });
  const url = await getSignedUrl(s3, command, { expiresIn: 900 });
  return { statusCode: 200, body: JSON.stringify({ url }) };
};
