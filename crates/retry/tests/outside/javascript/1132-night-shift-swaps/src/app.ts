import Fastify from "fastify";
import { acceptSwap, findSwap, offerSwap } from "./swaps";

export const app = Fastify({ logger: false });

app.get<{ Params: { id: string } }>("/swaps/:id", async (request, reply) => {
  const swap = await findSwap(request.params.id);
  if (!swap) return reply.code(404).send({ message: "not found" });
  return swap;
});

app.put<{ Params: { id: string }; Body: { nurse: string; date: string } }>("/swaps/:id", async (request, reply) => {
  const { nurse, date } = request.body;
  await offerSwap({ id: request.params.id, nurse, date });
  return reply.code(201).send({ id: request.params.id });
});

app.post<{ Params: { id: string }; Body: { nurse: string } }>("/swaps/:id/acceptance", async (request, reply) => {
  const accepted = await acceptSwap(request.params.id, request.body.nurse);
  if (!accepted) return reply.code(409).send({ message: "not available" });
  return reply.code(200).send({ acceptedBy: request.body.nurse });
});
