import { randomBytes } from "node:crypto";
import { SendEmailCommand, SESClient } from "@aws-sdk/client-ses";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { z } from "zod";
import { storeToken } from "./tokens";

const ses = new SESClient({});
const Body = z.object({ email: z.string().email() });

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { email } = Body.parse(JSON.parse(event.body ?? "{}"));
  const token = randomBytes(32).toString("hex");
  const expiresAt = Math.floor(Date.now() / 1000) + 15 * 60;

  await storeToken(token, email, expiresAt);
  await ses.send(
    new SendEmailCommand({
      Source: "login@example.com",
      Destination: { ToAddresses: [email] },
      Message: {
        Subject: { Data: "Your login link" },
        Body: { Text: { Data: `${process.env.APP_URL}/login?token=${token}` } },
      },
    }),
  );
  return { statusCode: 202 };
};
