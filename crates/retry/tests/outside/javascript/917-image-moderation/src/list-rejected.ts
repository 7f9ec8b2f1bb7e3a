import type { APIGatewayProxyHandler } from "aws-lambda";
import { rejectedResults } from "./results";

export const handler: APIGatewayProxyHandler = async () => {
  const images = await rejectedResults();
  return { statusCode: 200, body: JSON.stringify({ count: images.length, images }) };
};
