import { createHmac } from "node:crypto";

export interface Session {
  sessionId: string;
  user: string;
  expiresAt: number;
}

const HOUR = 3600;

export const openSession = (user: string, nonce: string): Session => ({
  sessionId: createHmac("sha256", "session").update(`${user}.${nonce}`).digest("base64url"),
  user,
  expiresAt: Math.floor(Date.now() / 1000) + 8 * HOUR,
});
