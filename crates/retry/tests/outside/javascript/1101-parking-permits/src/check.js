import { loadPermit, permitId, reply } from "./db.js";

export const handler = async ({ pathParameters: { zone, plate } }) => {
  const permit = await loadPermit(permitId(zone, plate));
  return reply(200, { valid: permit?.status === "active" });
};
