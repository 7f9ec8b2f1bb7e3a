import got from "got";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function rate(from: string, to: string): Promise<number> {
  const body = await got(`https://api.fx.example/latest?base=${from}&symbols=${to}`).json<{
    rates: Record<string, number>;
  }>();
  return body.rates[to];
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { quoteId, from, to, amount } = JSON.parse(event.body!);
  const current = await rate(from, to);
  const quote = { quoteId, from, to, amount, rate: current, result: Math.round(amount * current * 100) / 100 };
  try {
    await ddb.send(
      new PutCommand({
        TableName: process.env.QUOTES_TABLE,
        Item: quote,
        ConditionExpression: "attribute_not_exists(quoteId)",
      }),
    );
  } catch (e) {
    if (!(e instanceof ConditionalCheckFailedException)) throw e;
  }
  return { statusCode: 201, body: JSON.stringify(quote) };
};
