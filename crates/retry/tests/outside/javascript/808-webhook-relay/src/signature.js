import { createHmac, timingSafeEqual } from "node:crypto";

export function isValid(body, signature) {
  if (!signature) return false;
  const expected = createHmac("sha256", process.env.SIGNING_SECRET).update(body).digest("hex");
  if (expected.length !== signature.length) return false;
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}
