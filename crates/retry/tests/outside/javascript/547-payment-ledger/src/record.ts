import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.LEDGER;

async function post(record: SQSRecord) {
  const { account, cents } = JSON.parse(record.body);
  try {
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName,
              Item: { pk: `message#${record.messageId}`, account, cents },
              ConditionExpression: "attribute_not_exists(pk)",
            },
          },
          {
            Update: {
              TableName,
              Key: { pk: `account#${account}` },
              UpdateExpression: "ADD balance :cents",
              ExpressionAttributeValues: { ":cents": cents },
            },
          },
        ],
      }),
    );
  } catch (err: any) {
    if (err.name !== "TransactionCanceledException") throw err;
    if (err.CancellationReasons?.[0]?.Code !== "ConditionalCheckFailed") throw err;
  }
}

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    try {
      await post(record);
    } catch (err) {
      console.error("payment was not posted", record.messageId, err);
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
};
