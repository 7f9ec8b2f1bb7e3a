import middy from "@middy/core";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CASES_TABLE;

const logTiming = () => {
  let started;
  return {
    before: async () => {
      started = Date.now();
    },
    after: async () => {
      console.log("took", Date.now() - started);
    },
  };
};

async function transition(caseId, from, to) {
  try {
    await ddb.send(
      new UpdateCommand({
        TableName,
        Key: { caseId },
        UpdateExpression: "SET #s = :to",
        ConditionExpression: "#s = :from",
        ExpressionAttributeNames: { "#s": "state" },
        ExpressionAttributeValues: { ":from": from, ":to": to },
      }),
    );
  } catch (e) {
    if (e.name !== "ConditionalCheckFailedException") throw e;
  }
  return { statusCode: 202, body: JSON.stringify({ caseId }) };
}

export const close = middy((event) => transition(event.pathParameters.caseId, "OPEN", "CLOSED")).use(logTiming());
export const reopen = middy((event) => transition(event.pathParameters.caseId, "CLOSED", "OPEN")).use(logTiming());

export const show = async (event) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { caseId: event.pathParameters.caseId } }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify({ state: Item?.state }) };
};
