// Version 3 of the SDK, as an ES module.
import { ConditionalCheckFailedException, DynamoDB, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { randomUUID } from "node:crypto";

const options = { region: "eu-west-1", credentials: { accessKeyId: "key", secretAccessKey: "secret" } };
const client = new DynamoDBClient({ ...options, endpoint: process.env.DYNAMODB });
const documents = DynamoDBDocumentClient.from(client);
const all = new DynamoDB({ ...options, endpoint: process.env.DYNAMODB });
const objects = new S3Client({ ...options, endpoint: process.env.WEB, forcePathStyle: true });
const TableName = "orders";

export async function commands(event) {
  const id = randomUUID();
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: id }, article: { S: event.article } } }));
  await documents.send(new PutCommand({ TableName, Item: { id, tags: new Set(["a", "b"]) } }));
  let refused;
  try {
    await documents.send(new PutCommand({ TableName, Item: { id }, ConditionExpression: "attribute_not_exists(id)" }));
  } catch (error) {
    refused = error instanceof ConditionalCheckFailedException && error.name;
  }
  const { Item } = await documents.send(new GetCommand({ TableName, Key: { id } }));
  const tables = await new Promise((resolve, reject) =>
    all.listTables({}, (error, data) => (error ? reject(error) : resolve(data.TableNames))),
  );
  return { id, refused, tags: [...Item.tags], tables };
}

export const handler = async () => {
  const { Body, ContentType } = await objects.send(new GetObjectCommand({ Bucket: "bucket", Key: "key" }));
  return { text: await Body.transformToString(), type: ContentType };
};
