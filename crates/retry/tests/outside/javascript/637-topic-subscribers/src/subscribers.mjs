import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.SUBSCRIBERS;

export const add = async (event) => {
  const { url } = JSON.parse(event.body);
  await db.put({ TableName, Item: { topic: event.pathParameters.topic, url } });
  return { statusCode: 204 };
};

export const urlsOf = async (topic) => {
  const { Items = [] } = await db.query({
    TableName,
    KeyConditionExpression: "topic = :topic",
    ExpressionAttributeValues: { ":topic": topic },
  });
  return Items.map(({ url }) => url);
};
