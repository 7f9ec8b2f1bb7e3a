import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Repository, type Keyed } from "./repository";

export interface Vote extends Keyed {
  choice: "A" | "B" | "C";
}

export const votes = new Repository<Vote>(process.env.TABLE!);

export function voteOf(event: APIGatewayProxyEventV2): Vote {
  const { user, choice } = JSON.parse(event.body ?? "{}");
  return { pk: `quiz#${event.pathParameters!.quiz}`, sk: `vote#${user}`, choice };
}
