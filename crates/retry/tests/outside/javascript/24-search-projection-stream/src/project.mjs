import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, DeleteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.INDEX_TABLE;

const toIndexEntry = (product) => ({
  productId: product.productId,
  title: product.title.toLowerCase(),
  price: product.price,
  available: product.stock > 0,
});

export const handler = async (event) => {
  for (const record of event.Records) {
    const keys = unmarshall(record.dynamodb.Keys);
    if (record.eventName === "REMOVE") {
      await ddb.send(new DeleteCommand({ TableName, Key: { productId: keys.productId } }));
    } else {
      const product = unmarshall(record.dynamodb.NewImage);
      await ddb.send(new PutCommand({ TableName, Item: toIndexEntry(product) }));
    }
  }
};

export const lookup = async (event) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { productId: event.pathParameters.productId } }));
  return Item ? { statusCode: 200, body: JSON.stringify(Item) } : { statusCode: 404, body: "" };
};
