import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.LINKS_TABLE;

export async function saveLink(code, url) {
  try {
    await ddb.send(new PutCommand({
      TableName,
      Item: { code, url, clicks: 0, createdAt: Date.now() },
      ConditionExpression: 'attribute_not_exists(code)',
    }));
  } catch (error) {
    // the same address was shortened before
    if (error.name !== 'ConditionalCheckFailedException') throw error;
  }
}

export async function findLink(code) {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { code } }));
  return Item;
}

export async function countClick(code) {
  await ddb.send(new UpdateCommand({
    TableName,
    Key: { code },
    UpdateExpression: 'ADD clicks :one',
    ExpressionAttributeValues: { ':one': 1 },
  }));
}
