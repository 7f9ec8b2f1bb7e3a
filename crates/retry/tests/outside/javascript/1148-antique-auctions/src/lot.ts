import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { highest } from "./lots";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const bid = await highest(event.pathParameters!.lot!);
  return { statusCode: 200, body: JSON.stringify({ amount: bid?.amount ?? 0, bidder: bid?.bidder ?? null }) };
};
