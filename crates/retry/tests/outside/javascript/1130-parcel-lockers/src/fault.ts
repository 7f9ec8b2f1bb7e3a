import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { gateway } from "./gateway";

const fingerprint = (event: APIGatewayProxyEventV2) =>
  createHash("sha256").update(JSON.stringify(event)).digest("hex");

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { description } = JSON.parse(event.body ?? "{}") as { description: string };
  await gateway.fault(event.pathParameters!.locker!, description, fingerprint(event));
  return { statusCode: 202 };
};
