import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Duplicate } from "./repository";
import { voteOf, votes } from "./votes";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const vote = voteOf(event);
  try {
    await votes.insert(vote);
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error;
    const stored = await votes.find(vote);
    if (stored?.choice !== vote.choice) {
      return { statusCode: 409, body: "you have voted for something else" };
    }
  }
  return { statusCode: 201, body: "counted" };
};
