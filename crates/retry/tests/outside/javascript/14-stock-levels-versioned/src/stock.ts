import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, EventBridgeEvent } from "aws-lambda";

interface StockChanged {
  sku: string;
  warehouse: string;
  quantity: number;
  version: number;
}

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.STOCK_TABLE!;

export const onStockChanged = async (event: EventBridgeEvent<"StockChanged", StockChanged>): Promise<void> => {
  const { sku, warehouse, quantity, version } = event.detail;
  try {
    await ddb.send(
      new PutCommand({
        TableName,
        Item: { sku, warehouse, quantity, version },
        ConditionExpression: "attribute_not_exists(#v) OR #v < :v",
        ExpressionAttributeNames: { "#v": "version" },
        ExpressionAttributeValues: { ":v": version },
      }),
    );
  } catch (err: unknown) {
    if ((err as Error).name === "ConditionalCheckFailedException") {
      console.log("stale event", sku, version);
      return;
    }
    throw err;
  }
};

export const getStock = async (event: APIGatewayProxyEventV2) => {
  const { sku, warehouse } = event.pathParameters as { sku: string; warehouse: string };
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { sku, warehouse } }));
  if (!Item) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify({ sku, warehouse, quantity: Item.quantity }) };
};
