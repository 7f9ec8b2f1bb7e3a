import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

export interface Product { sku: string; title: string; price: number }

const TABLE = process.env.PRODUCTS_TABLE!;
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function saveAll(products: Product[]) {
  for (let i = 0; i < products.length; i += 25) {
    await ddb.send(new BatchWriteCommand({
      RequestItems: {
        [TABLE]: products.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })),
      },
    }));
  }
}

export async function find(sku: string) {
  const { Item } = await ddb.send(new GetCommand({ TableName: TABLE, Key: { sku } }));
  return Item as Product | undefined;
}
