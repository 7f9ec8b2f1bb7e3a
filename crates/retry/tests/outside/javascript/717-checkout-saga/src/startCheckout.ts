import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import got from "got";

const sfn = new SFNClient({});

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const order = event.pathParameters!.order!;
  const { sku, qty } = JSON.parse(event.body!);
  const rates = await got.get(process.env.RATES_URL!).json<Record<string, number>>();

  try {
    await sfn.send(
      new StartExecutionCommand({
        stateMachineArn: process.env.CHECKOUT_MACHINE,
        name: `checkout-${order}`,
        input: JSON.stringify({ order, sku, qty, rate: rates.EUR, requestedAt: new Date().toISOString() }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
  return { statusCode: 202, body: JSON.stringify({ order }) };
};
