import { createHash } from "node:crypto";
import type { S3Event, S3EventRecord } from "aws-lambda";
import {
  ConflictException,
  LanguageCode,
  StartTranscriptionJobCommand,
  TranscribeClient,
} from "@aws-sdk/client-transcribe";

const transcribe = new TranscribeClient({});

function jobName({ s3 }: S3EventRecord): string {
  return createHash("sha256").update(`${s3.bucket.name}/${s3.object.key}@${s3.object.eTag}`).digest("hex");
}

export const handler = async (event: S3Event): Promise<void> => {
  for (const record of event.Records) {
    const name = jobName(record);
    try {
      await transcribe.send(new StartTranscriptionJobCommand({
        TranscriptionJobName: name,
        LanguageCode: LanguageCode.DE_DE,
        Media: { MediaFileUri: `s3://${record.s3.bucket.name}/${record.s3.object.key}` },
        OutputBucketName: process.env.TRANSCRIPTS_BUCKET,
      }));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
      console.warn("a job of this name was started before", { name });
    }
  }
};
