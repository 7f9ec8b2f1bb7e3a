import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { removeSubscriber } from "./subscribers";

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const email = event.pathParameters?.email?.toLowerCase();
  if (!email) {
    return { statusCode: 400, body: JSON.stringify({ message: "email is missing" }) };
  }
  await removeSubscriber(email);
  return { statusCode: 204 };
};
