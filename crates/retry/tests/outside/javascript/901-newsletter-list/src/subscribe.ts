import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { z } from "zod";
import { addSubscriber } from "./subscribers";

const Body = z.object({
  email: z.string().email(),
  name: z.string().max(100).optional(),
});

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const parsed = Body.safeParse(JSON.parse(event.body ?? "{}"));
  if (!parsed.success) {
    return { statusCode: 400, body: JSON.stringify({ message: "A valid e-mail address is required" }) };
  }
  const email = parsed.data.email.toLowerCase();
  await addSubscriber({
    email,
    name: parsed.data.name,
    status: "active",
    createdAt: new Date().toISOString(),
  });
  return { statusCode: 200, body: JSON.stringify({ subscribed: email }) };
};
