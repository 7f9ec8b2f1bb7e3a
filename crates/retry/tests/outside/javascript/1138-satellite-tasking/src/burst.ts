import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { task, type Target } from "./operator";

interface Burst {
  requestId: string;
  targets: Target[];
}

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { requestId, targets } = JSON.parse(event.body ?? "{}") as Burst;
  const tasks: string[] = [];
  for (const [index, target] of targets.entries()) {
    // unique for each image
    tasks.push(await task(target, `${requestId}-${index}-${Date.now()}`));
  }
  return { statusCode: 202, body: JSON.stringify({ tasks }) };
};
