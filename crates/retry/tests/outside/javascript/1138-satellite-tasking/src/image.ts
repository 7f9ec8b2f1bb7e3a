import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { task, type Target } from "./operator";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { requestId, target } = JSON.parse(event.body ?? "{}") as { requestId: string; target: Target };
  const taskId = await task(target, requestId);
  return { statusCode: 202, body: JSON.stringify({ taskId }) };
};
