import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { authorization, partner } from "./partner";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { data } = await partner.get(`/claims/${event.pathParameters!.claim}`, { headers: await authorization() });
  return { statusCode: 200, body: JSON.stringify({ state: data.state }) };
};
