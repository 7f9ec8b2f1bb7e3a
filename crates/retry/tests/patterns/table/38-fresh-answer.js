// 38 fresh id in response only
// ticket: safe alone, safe together

import { randomUUID } from "node:crypto";

export const ticket = async () => {
  return { id: randomUUID() };
};
