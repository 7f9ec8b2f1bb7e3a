import type { EventBridgeEvent } from "aws-lambda";
import { v5 as uuid } from "uuid";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const NAMESPACE = "6f0c1a52-7c2b-4ed1-9a44-3f6d0e0f9b11";

interface Placed {
  shop: string;
  number: string;
  lines: { sku: string; quantity: number }[];
}

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const idOf = (...parts: string[]): string => uuid(parts.join("/"), NAMESPACE);

export const handler = async (event: EventBridgeEvent<"OrderPlaced", Placed>): Promise<void> => {
  const { shop, number, lines } = event.detail;
  const id = idOf(shop, number);

  await doc.send(new PutCommand({
    TableName: "orders",
    Item: { id, shop, number, placedAt: event.time, count: lines.length },
  }));
  await doc.send(new BatchWriteCommand({
    RequestItems: {
      "order-lines": lines.map(({ sku, quantity }) => ({
        PutRequest: { Item: { id: idOf(shop, number, sku), order: id, sku, quantity } },
      })),
    },
  }));
};
