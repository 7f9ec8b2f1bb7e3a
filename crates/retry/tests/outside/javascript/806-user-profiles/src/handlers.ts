import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { profiles } from "./mongo";

const ProfileInput = z.object({
  name: z.string().min(1),
  bio: z.string().max(500).optional(),
  avatarUrl: z.string().url().optional(),
});

const reply = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });

export const upsertProfile = async (event: APIGatewayProxyEventV2) => {
  const userId = event.pathParameters!.userId!;
  const input = ProfileInput.safeParse(JSON.parse(event.body ?? "{}"));
  if (!input.success) return reply(422, { errors: input.error.flatten() });

  const collection = await profiles();
  await collection.updateOne(
    { _id: userId },
    { $set: { ...input.data, updatedAt: new Date() } },
    { upsert: true },
  );
  return reply(200, { userId });
};

export const getProfile = async (event: APIGatewayProxyEventV2) => {
  const collection = await profiles();
  const profile = await collection.findOne({ _id: event.pathParameters!.userId! });
  if (!profile) return reply(404, { message: "no such profile" });
  return reply(200, profile);
};

export const deleteProfile = async (event: APIGatewayProxyEventV2) => {
  const collection = await profiles();
  const result = await collection.deleteOne({ _id: event.pathParameters!.userId! });
  if (result.deletedCount === 0) return reply(404, { message: "no such profile" });
  return reply(200, { deleted: true });
};
