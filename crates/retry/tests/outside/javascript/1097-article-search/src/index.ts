import type { DynamoDBStreamEvent } from "aws-lambda";
import { articles } from "./algolia";

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    const image = record.dynamodb?.NewImage;
    if (record.eventName === "REMOVE" || !image) continue;
    await articles.saveObject({
      objectID: record.dynamodb!.Keys!.id.S!,
      title: image.title.S,
      text: image.text.S,
    });
  }
};
