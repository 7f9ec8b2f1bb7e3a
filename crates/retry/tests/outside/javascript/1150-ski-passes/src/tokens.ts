import { randomUUID } from "node:crypto";
import jwt, { type JwtPayload } from "jsonwebtoken";

const secret = process.env.JWT_SECRET!;

export const issue = (email: string): string =>
  jwt.sign({ sub: email }, secret, { expiresIn: "12h", jwtid: randomUUID() });

export function verify(header: string | undefined): JwtPayload | null {
  try {
    return jwt.verify((header ?? "").replace("Bearer ", ""), secret) as JwtPayload;
  } catch {
    return null;
  }
}
