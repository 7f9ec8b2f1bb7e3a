import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ulid } from "ulid";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event) => {
  for (const { eventName, dynamodb } of event.Records) {
    await db.send(
      new PutCommand({
        TableName: process.env.AUDIT_TABLE,
        Item: {
          id: ulid(),
          action: eventName,
          customer: unmarshall(dynamodb.Keys).customerId,
          recordedAt: new Date().toISOString(),
        },
      }),
    );
  }
};
