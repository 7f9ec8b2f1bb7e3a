import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, SNSEvent } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.PRICES_TABLE!;

interface PriceChange {
  sku: string;
  price: number;
  effectiveFrom: string; // a day: 2024-05-01
}

export const onPrice = async (event: SNSEvent): Promise<void> => {
  for (const { Sns } of event.Records) {
    const { sku, price, effectiveFrom } = JSON.parse(Sns.Message) as PriceChange;
    try {
      await ddb.send(
        new PutCommand({
          TableName,
          Item: { sku, price, effectiveFrom },
          ConditionExpression: "attribute_not_exists(sku) OR effectiveFrom <= :from",
          ExpressionAttributeValues: { ":from": effectiveFrom },
        }),
      );
    } catch (e) {
      if (e instanceof ConditionalCheckFailedException) {
        console.info("older than what is stored", sku, effectiveFrom);
        continue;
      }
      throw e;
    }
  }
};

export const getPrice = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { sku: event.pathParameters!.sku } }));
  return Item ? { statusCode: 200, body: JSON.stringify({ price: Item.price }) } : { statusCode: 404 };
};
