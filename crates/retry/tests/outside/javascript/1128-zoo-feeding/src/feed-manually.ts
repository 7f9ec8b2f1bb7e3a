import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { store } from "./feedings";

export const handler = async (event: APIGatewayProxyEventV2, context: Context) => {
  const { animal, grams, at } = JSON.parse(event.body ?? "{}");
  await store({ animal, grams, id: context.awsRequestId, at, by: "keeper" });
  return { statusCode: 201 };
};
