import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { nanoid } from "nanoid";
import { z } from "zod";
import { isDuplicate, prisma } from "./prisma";

const Entry = z.object({
  id: z.string().default(() => nanoid()),
  slotId: z.string(),
  guest: z.string(),
});

export const handler = async (event: APIGatewayProxyEventV2) => {
  const entry = Entry.parse(JSON.parse(event.body!));
  try {
    await prisma.waitlistEntry.create({ data: entry });
  } catch (error) {
    // the client sends the same id when it tries again
    if (!isDuplicate(error)) throw error;
  }
  return { statusCode: 202, body: JSON.stringify({ slotId: entry.slotId }) };
};
