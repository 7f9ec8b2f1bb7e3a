import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { start } from "./machine";

const Job = z.object({ jobId: z.string().uuid(), scene: z.string().min(1), frames: z.number().int().positive() });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const job = Job.safeParse(JSON.parse(event.body ?? "{}"));
  if (!job.success) return { statusCode: 400, body: JSON.stringify({ message: "invalid job" }) };
  try {
    await start({ scene: job.data.scene, frames: job.data.frames }, job.data.jobId);
  } catch (error) {
    if ((error as Error).name !== "ExecutionAlreadyExists") throw error;
    console.log("known job", job.data.jobId);
  }
  return { statusCode: 202, body: JSON.stringify({ jobId: job.data.jobId }) };
};
