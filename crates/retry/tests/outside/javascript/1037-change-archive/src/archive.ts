import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import pMap from 'p-map';

const s3 = new S3Client({});

const image = (attributes: any) => (attributes ? unmarshall(attributes) : null);

async function archive(record: any) {
  await s3.send(new PutObjectCommand({
    Bucket: 'policy-change-archive',
    Key: `changes/${record.eventID}.json`,
    Body: JSON.stringify({
      kind: record.eventName,
      before: image(record.dynamodb.OldImage),
      after: image(record.dynamodb.NewImage),
      archivedAt: Date.now(),
    }),
  }));
}

export const handler = async (event: { Records: any[] }) => {
  await pMap(event.Records, archive, { concurrency: 5 });
};
