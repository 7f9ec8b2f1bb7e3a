import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { raise, type Bid } from "./lots";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const bid = JSON.parse(event.body ?? "{}") as Bid;
  const accepted = await raise(event.pathParameters!.lot!, bid);
  return accepted ? { statusCode: 200, body: "accepted" } : { statusCode: 409, body: "too low" };
};
