import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, SQSEvent } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const { PRODUCTS_TABLE, ORDERS_TABLE, INVOICES_TABLE } = process.env;

async function putOnce(TableName: string, key: string, Item: Record<string, unknown>) {
  try {
    await ddb.send(new PutCommand({ TableName, Item, ConditionExpression: `attribute_not_exists(${key})` }));
  } catch (e) {
    if ((e as Error).name !== "ConditionalCheckFailedException") throw e;
  }
}

export const placeOrder = async (event: SQSEvent) => {
  for (const record of event.Records) {
    const { orderId, sku, quantity } = JSON.parse(record.body);
    const { Item: product } = await ddb.send(new GetCommand({ TableName: PRODUCTS_TABLE, Key: { sku } }));
    if (!product) {
      console.warn("unknown product", sku);
      continue;
    }
    const total = product.price * quantity;
    await putOnce(ORDERS_TABLE!, "orderId", { orderId, sku, quantity, total });
    await putOnce(INVOICES_TABLE!, "orderId", { orderId, total, vat: Math.round(total * 0.19) });
  }
};

export const setPrice = async (event: APIGatewayProxyEventV2) => {
  const { price } = JSON.parse(event.body!);
  await ddb.send(
    new UpdateCommand({
      TableName: PRODUCTS_TABLE,
      Key: { sku: event.pathParameters!.sku },
      UpdateExpression: "SET price = :p",
      ExpressionAttributeValues: { ":p": price },
    }),
  );
  return { statusCode: 204 };
};
