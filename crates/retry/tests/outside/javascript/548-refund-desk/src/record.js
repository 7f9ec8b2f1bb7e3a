import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const store = ({ refundId, orderId, cents }) =>
  db.send(
    new PutCommand({
      TableName: process.env.REFUNDS_TABLE,
      Item: { refundId, orderId, cents },
      ConditionExpression: "attribute_not_exists(refundId)",
    }),
  );

export const handler = async (event) => {
  const results = await Promise.allSettled(
    event.Records.map((record) => store(JSON.parse(record.body))),
  );
  const batchItemFailures = event.Records.filter((_, i) => results[i].status === "rejected").map(
    (record) => ({ itemIdentifier: record.messageId }),
  );
  return { batchItemFailures };
};
