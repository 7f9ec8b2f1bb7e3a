// batch puts distinct keys
// save: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const save = async (event) => {
  for (const record of event.Records) {
    await db.put({ TableName: "messages", Item: { id: record.messageId, body: record.body } });
  }
};
