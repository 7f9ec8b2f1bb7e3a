import type { APIGatewayProxyHandler } from "aws-lambda";
import { changeStatus, Status } from "../lib/orders";

export const handler: APIGatewayProxyHandler = async (event) => {
  try {
    await changeStatus(event.pathParameters!.id!, Status.Cancelled);
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") {
      return { statusCode: 404, body: "no such order" };
    }
    throw error;
  }
  return { statusCode: 204, body: "" };
};
