import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { AccountEraser } from "./eraser";

const eraser = new AccountEraser();

export const handler = async (event: APIGatewayProxyEventV2) => {
  const userId = event.pathParameters!.userId!;
  await eraser.uploads(userId);
  await eraser.profile(userId);
  await eraser.login(userId);
  return { statusCode: 204 };
};
