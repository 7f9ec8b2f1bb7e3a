import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import httpErrorHandler from "@middy/http-error-handler";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import bcrypt from "bcryptjs";
import createError from "http-errors";
import { ddb } from "./db";
import { hashToken } from "./tokens";

const confirmReset = async (event: any) => {
  const { email, token, password } = event.body as Record<string, string>;
  const { Item: reset } = await ddb.send(new GetCommand({ TableName: process.env.RESETS_TABLE, Key: { email } }));
  if (!reset || reset.tokenHash !== (await hashToken(token))) {
    throw createError(400, "Invalid or expired token");
  }

  await ddb.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName: process.env.USERS_TABLE,
            Key: { email },
            UpdateExpression: "SET passwordHash = :hash",
            ExpressionAttributeValues: { ":hash": await bcrypt.hash(password, 10) },
          },
        },
        { Delete: { TableName: process.env.RESETS_TABLE, Key: { email } } },
      ],
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ message: "Password changed" }) };
};

export const handler = middy(confirmReset).use(httpJsonBodyParser()).use(httpErrorHandler());
