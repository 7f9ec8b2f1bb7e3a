import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface Order {
  customerId: string;
  orderId: string;
  total: number;
  status: "OPEN" | "PAID" | "SHIPPED";
}

async function queryAll(input: QueryCommandInput): Promise<{ items: Order[]; scanned: number }> {
  const items: Order[] = [];
  let scanned = 0;
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await ddb.send(new QueryCommand({ ...input, ExclusiveStartKey }));
    items.push(...((page.Items ?? []) as Order[]));
    scanned += page.ScannedCount ?? 0;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return { items, scanned };
}

export const list = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const customerId = event.pathParameters?.customerId;
  if (!customerId) {
    return { statusCode: 400, body: JSON.stringify({ message: "customerId is required" }) };
  }
  const started = Date.now();
  const { items, scanned } = await queryAll({
    TableName: process.env.ORDERS_TABLE!,
    KeyConditionExpression: "customerId = :c",
    ExpressionAttributeValues: { ":c": customerId },
  });
  const open = items.filter((o) => o.status === "OPEN");
  return {
    statusCode: 200,
    headers: { "content-type": "application/json", "x-took-ms": String(Date.now() - started) },
    body: JSON.stringify({
      count: items.length,
      scanned,
      openTotal: open.reduce((sum, o) => sum + o.total, 0),
      orders: items,
    }),
  };
};
