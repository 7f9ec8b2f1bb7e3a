import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { feedingsOf } from "./feedings";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const feedings = await feedingsOf(event.pathParameters!.animal!);
  const grams = feedings.reduce((sum, feeding) => sum + feeding.grams, 0);
  return { statusCode: 200, body: JSON.stringify({ feedings, grams }) };
};
