import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const store = (reading) =>
  ddb.send(
    new PutCommand({
      TableName: process.env.READINGS_TABLE,
      Item: { meterId: reading.meterId, takenAt: reading.takenAt, kwh: reading.kwh },
      // never overwrite a reading
      ConditionExpression: "attribute_not_exists(meterId)",
    }),
  );

export const handler = async (event) => {
  const results = await Promise.allSettled(event.Records.map((record) => store(JSON.parse(record.body))));
  const batchItemFailures = [];
  results.forEach((result, i) => {
    if (result.status === "rejected") {
      console.error("failed", event.Records[i].messageId, result.reason);
      batchItemFailures.push({ itemIdentifier: event.Records[i].messageId });
    }
  });
  return { batchItemFailures };
};
