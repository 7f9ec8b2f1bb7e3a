import { randomBytes } from "node:crypto";
import { SendEmailCommand, SESClient } from "@aws-sdk/client-ses";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import { ddb } from "./db";
import { hashToken } from "./tokens";

const ses = new SESClient({});
const HOUR = 3600;

const requestReset = async (event: any) => {
  const { email } = event.body as { email: string };
  const { Item: user } = await ddb.send(new GetCommand({ TableName: process.env.USERS_TABLE, Key: { email } }));

  if (user) {
    const token = randomBytes(32).toString("hex");
    await ddb.send(
      new PutCommand({
        TableName: process.env.RESETS_TABLE,
        Item: { email, tokenHash: await hashToken(token), expiresAt: Math.floor(Date.now() / 1000) + HOUR },
      }),
    );
    await ses.send(
      new SendEmailCommand({
        Source: process.env.SENDER,
        Destination: { ToAddresses: [email] },
        Message: {
          Subject: { Data: "Reset your password" },
          Body: { Text: { Data: `https://app.example.com/reset?email=${encodeURIComponent(email)}&token=${token}` } },
        },
      }),
    );
  }
  // the same answer for unknown addresses
  return { statusCode: 202, body: JSON.stringify({ message: "Check your mail" }) };
};

export const handler = middy(requestReset).use(httpJsonBodyParser()).use(httpErrorHandler());
