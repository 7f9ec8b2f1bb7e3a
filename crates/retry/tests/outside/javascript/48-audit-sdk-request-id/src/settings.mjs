import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function audit(action, subject, requestId) {
  await ddb.send(
    new PutCommand({
      TableName: process.env.AUDIT_TABLE,
      Item: { entryId: requestId, action, subject },
    }),
  );
}

export const handler = async (event) => {
  const { userId } = event.pathParameters;
  const { newsletter } = JSON.parse(event.body);
  const result = await ddb.send(
    new UpdateCommand({
      TableName: process.env.SETTINGS_TABLE,
      Key: { userId },
      UpdateExpression: "SET newsletter = :n",
      ExpressionAttributeValues: { ":n": newsletter === true },
      ReturnConsumedCapacity: "TOTAL",
    }),
  );
  console.log("consumed", result.ConsumedCapacity?.CapacityUnits);
  await audit("newsletter", userId, result.$metadata.requestId);
  return { statusCode: 204, body: "" };
};
