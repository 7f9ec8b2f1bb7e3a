import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { claim } from "./links";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { slug, url } = JSON.parse(event.body ?? "{}");
  if (!/^[a-z0-9-]{3,40}$/.test(slug ?? "")) return { statusCode: 400, body: "invalid slug" };
  if (!(await claim(slug, url))) {
    return { statusCode: 409, body: JSON.stringify({ message: "slug is taken" }) };
  }
  return { statusCode: 201, body: JSON.stringify({ slug, url }) };
};
