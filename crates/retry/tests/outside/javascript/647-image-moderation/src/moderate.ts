import type { S3Event } from "aws-lambda";
import { RekognitionClient, DetectModerationLabelsCommand } from "@aws-sdk/client-rekognition";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const rekognition = new RekognitionClient({});
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: S3Event) => {
  await Promise.all(
    event.Records.map(async ({ s3: { bucket, object } }) => {
      const Name = decodeURIComponent(object.key.replace(/\+/g, " "));
      const { ModerationLabels = [] } = await rekognition.send(
        new DetectModerationLabelsCommand({
          Image: { S3Object: { Bucket: bucket.name, Name } },
          MinConfidence: 70,
        }),
      );
      const labels = ModerationLabels.map(({ Name: label }) => label!).sort();
      await db.send(
        new PutCommand({
          TableName: process.env.RESULTS,
          Item: { image: Name, labels, blocked: labels.some((l) => /nudity|violence/i.test(l)) },
        }),
      );
    }),
  );
};
