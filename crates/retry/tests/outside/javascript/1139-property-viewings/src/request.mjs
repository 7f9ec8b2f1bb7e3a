import { randomUUID } from "node:crypto";
import { Table } from "./table.mjs";

const requests = new Table(process.env.REQUESTS);

export const handler = async (event) => {
  const { property, visitor, remarks } = JSON.parse(event.body);
  const id = randomUUID();
  const stored = await requests.putIf({ id, property, visitor, remarks }, "attribute_not_exists(id)");
  return stored ? { statusCode: 201, body: JSON.stringify({ id }) } : { statusCode: 409 };
};
