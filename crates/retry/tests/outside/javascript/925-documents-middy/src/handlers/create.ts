import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent } from "aws-lambda";
import createError from "http-errors";
import { v5 as uuidv5 } from "uuid";
import { z } from "zod";
import { put } from "../lib/documents";
import { ok, wrap } from "../lib/wrap";

const NAMESPACE = "6f1c1f0e-2a38-4c43-9a62-0d5a3f1e8b11";
const Body = z.object({ name: z.string().min(1).max(200), content: z.string() });

const create = async (event: APIGatewayProxyEvent) => {
  const parsed = Body.safeParse(event.body);
  if (!parsed.success) throw new createError.BadRequest("name and content are required");

  const tenant = event.pathParameters!.tenant!;
  const { name, content } = parsed.data;
  const id = uuidv5(`${tenant}/${name}`, NAMESPACE);
  const document = { tenant, id, name, content, createdAt: new Date().toISOString() };
  await put(document);
  return ok(201, document);
};

export const handler = wrap(create).use(jsonBodyParser());
