import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Duplicate } from "./repository";
import { voteOf, votes } from "./votes";

export const handler = async (event: APIGatewayProxyEventV2) => {
  try {
    await votes.insert(voteOf(event));
    return { statusCode: 201, body: "counted" };
  } catch (error) {
    if (error instanceof Duplicate) return { statusCode: 409, body: "you have voted already" };
    throw error;
  }
};
