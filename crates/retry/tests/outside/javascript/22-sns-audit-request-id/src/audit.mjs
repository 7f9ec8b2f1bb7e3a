import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.AUDIT_TABLE;

export const record = async (event, context) => {
  const invocation = context.awsRequestId;
  let seq = 0;
  for (const { Sns } of event.Records) {
    await ddb.send(
      new PutCommand({
        TableName,
        Item: {
          invocation,
          seq: seq++,
          subject: Sns.Subject ?? "(none)",
          message: Sns.Message,
          publishedAt: Sns.Timestamp,
        },
      }),
    );
  }
};

export const trail = async (event) => {
  const { Items, Count } = await ddb.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "invocation = :i",
      ExpressionAttributeValues: { ":i": event.pathParameters.invocation },
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ count: Count, entries: Items }) };
};
