import { nanoid } from "nanoid";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.LINKS;

export const create = async (event) => {
  const { url } = JSON.parse(event.body);
  const slug = nanoid(8);
  await db.send(
    new PutCommand({
      TableName,
      Item: { slug, url, hits: 0 },
      ConditionExpression: "attribute_not_exists(slug)",
    })
  );
  return { statusCode: 201, body: JSON.stringify({ slug }) };
};

export const follow = async (event) => {
  const { slug } = event.pathParameters;
  try {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName,
        Key: { slug },
        UpdateExpression: "SET hits = hits + :one",
        ConditionExpression: "attribute_exists(slug)",
        ExpressionAttributeValues: { ":one": 1 },
        ReturnValues: "ALL_NEW",
      })
    );
    return { statusCode: 302, headers: { Location: Attributes.url } };
  } catch (err) {
    if (err.name === "ConditionalCheckFailedException") return { statusCode: 404 };
    throw err;
  }
};
