import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { prisma } from "./client";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const deposits = await prisma.deposit.findMany({ where: { species: event.pathParameters!.species! } });
  const grams = deposits.reduce((sum, deposit) => sum + deposit.grams, 0);
  return { statusCode: 200, body: JSON.stringify({ deposits: deposits.length, grams }) };
};
