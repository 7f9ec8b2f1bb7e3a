import type { SQSBatchResponse, SQSEvent, SQSRecord, APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TABLE = process.env.LEDGER_TABLE as string;

type Earned = { memberId: string; points: number };

async function apply(record: SQSRecord): Promise<void> {
  const { memberId, points } = JSON.parse(record.body) as Earned;
  try {
    await ddb.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: TABLE,
              Item: { pk: `MSG#${record.messageId}`, memberId, points },
              ConditionExpression: "attribute_not_exists(pk)",
            },
          },
          {
            Update: {
              TableName: TABLE,
              Key: { pk: `MEMBER#${memberId}` },
              UpdateExpression: "ADD balance :p",
              ExpressionAttributeValues: { ":p": points },
            },
          },
        ],
      }),
    );
  } catch (e) {
    if (e instanceof TransactionCanceledException && e.CancellationReasons?.[0]?.Code === "ConditionalCheckFailed") {
      console.info("already applied", record.messageId);
      return;
    }
    throw e;
  }
}

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    try {
      await apply(record);
    } catch (e) {
      console.error(e);
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
};

export const balance = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await ddb.send(
    new GetCommand({ TableName: TABLE, Key: { pk: `MEMBER#${event.pathParameters!.memberId}` }, ConsistentRead: true }),
  );
  return { statusCode: 200, body: JSON.stringify({ balance: Item?.balance ?? 0 }) };
};
