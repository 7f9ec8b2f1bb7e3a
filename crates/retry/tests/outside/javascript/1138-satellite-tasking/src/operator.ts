import got, { type Got } from "got";

const client: Got = got.extend({ prefixUrl: process.env.OPERATOR_API, timeout: { request: 5000 } });

export interface Target {
  latitude: number;
  longitude: number;
}

export async function task(target: Target, key: string): Promise<string> {
  const { taskId } = await client
    .post("tasks", { json: target, headers: { "Idempotency-Key": key } })
    .json<{ taskId: string }>();
  return taskId;
}
