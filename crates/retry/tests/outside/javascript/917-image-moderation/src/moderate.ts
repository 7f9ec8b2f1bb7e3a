import { DetectModerationLabelsCommand, RekognitionClient } from "@aws-sdk/client-rekognition";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { S3Handler } from "aws-lambda";
import { saveResult } from "./results";

const rekognition = new RekognitionClient({});
const sns = new SNSClient({});

export const handler: S3Handler = async (event) => {
  for (const { s3 } of event.Records) {
    const imageKey = decodeURIComponent(s3.object.key.replace(/\+/g, " "));
    const { ModerationLabels = [] } = await rekognition.send(
      new DetectModerationLabelsCommand({
        Image: { S3Object: { Bucket: s3.bucket.name, Name: imageKey } },
        MinConfidence: 80,
      }),
    );
    const labels = ModerationLabels.map((label) => label.Name!);
    const rejected = labels.length > 0;
    await saveResult({ imageKey, rejected, labels });

    if (rejected) {
      await sns.send(
        new PublishCommand({
          TopicArn: process.env.ALERTS_TOPIC,
          Subject: "Image rejected",
          Message: `${imageKey}: ${labels.join(", ")}`,
        }),
      );
    }
  }
};
