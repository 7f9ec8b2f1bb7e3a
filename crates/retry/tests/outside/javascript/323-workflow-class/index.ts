import type { SNSEvent } from "aws-lambda";
import { Workflow } from "./workflow";

interface Upload {
  assetId: string;
  bucket: string;
  key: string;
}

export const handler = async (event: SNSEvent): Promise<void> => {
  for (const record of event.Records) {
    const upload: Upload = JSON.parse(record.Sns.Message);
    const workflow = new Workflow("transcode", upload.assetId);
    await workflow.start({ ...upload, message: record.Sns.MessageId });
  }
};
