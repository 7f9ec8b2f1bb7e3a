import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { gateway } from "./gateway";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const locker = event.pathParameters!.locker!;
  const { visitId } = JSON.parse(event.body ?? "{}") as { visitId: string };
  const key = createHash("sha256").update(`open:${locker}:${visitId}`).digest("hex");
  await gateway.open(locker, key);
  return { statusCode: 204 };
};
