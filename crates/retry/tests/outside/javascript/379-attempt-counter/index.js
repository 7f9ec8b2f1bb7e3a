import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const setAll = (fields) => ({
  names: Object.fromEntries(Object.keys(fields).map((name) => [`#${name}`, name])),
  values: Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
});

export const handler = async (event) => {
  const { job, status, result } = event.detail;
  const { names, values } = setAll({ status, result });

  await doc.send(new UpdateCommand({
    TableName: "jobs",
    Key: { job },
    UpdateExpression: "SET #status = :status, #result = :result, attempts = if_not_exists(attempts, :zero) + :one",
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ...values, ":zero": 0, ":one": 1 },
  }));
};
