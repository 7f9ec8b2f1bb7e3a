import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { load } from "./rates";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { day, to, amount } = event.queryStringParameters ?? {};
  if (!day || !to || !amount) return { statusCode: 400, body: "day, to and amount are required" };
  const rates = await load(day);
  const rate = rates?.[to];
  if (rate === undefined) return { statusCode: 404, body: "no rate" };
  return { statusCode: 200, body: JSON.stringify({ amount: Number(amount) * rate }) };
};
