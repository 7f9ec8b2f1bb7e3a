import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { load } from "./campaigns";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const campaign = await load(event.pathParameters!.id!);
  if (!campaign) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify({ spent: campaign.spent, paused: campaign.paused ?? false }) };
};
