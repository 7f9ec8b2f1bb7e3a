import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { votes } from "./votes";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const tally: Record<string, number> = {};
  for (const { choice } of await votes.list(`quiz#${event.pathParameters!.quiz}`)) {
    tally[choice] = (tally[choice] ?? 0) + 1;
  }
  return { statusCode: 200, body: JSON.stringify(tally) };
};
