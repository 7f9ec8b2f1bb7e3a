import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { highest, raise, type Bid } from "./lots";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const lot = event.pathParameters!.lot!;
  const bid = JSON.parse(event.body ?? "{}") as Bid;
  if (!(await raise(lot, bid))) {
    const current = await highest(lot);
    // our own bid may have got through although the client did not hear of it
    const ours = current?.bidder === bid.bidder && current.amount === bid.amount;
    if (!ours) return { statusCode: 409, body: "too low" };
  }
  return { statusCode: 200, body: "accepted" };
};
