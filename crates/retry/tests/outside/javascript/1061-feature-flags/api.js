import Fastify from "fastify";
import awsLambdaFastify from "@fastify/aws-lambda";
import { getFlag, putFlag } from "./flags.js";

const app = Fastify();

app.get("/flags/:name", async (request, reply) => {
  const flag = await getFlag(request.params.name);
  if (!flag) return reply.code(404).send({ message: "unknown flag" });
  return reply.send(flag);
});

app.put("/flags/:name", async (request, reply) => {
  const { enabled } = request.body;
  if (typeof enabled !== "boolean") return reply.code(400).send({ message: "enabled must be a boolean" });
  await putFlag(request.params.name, enabled);
  return reply.code(200).send({ name: request.params.name, enabled });
});

export const handler = awsLambdaFastify(app);
