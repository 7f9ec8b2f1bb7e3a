import jwt from "jsonwebtoken";
import { v4 as uuid } from "uuid";

const secret = process.env.JWT_SECRET as string;

export interface RefreshClaims {
  sub: string;
  jti: string;
  exp: number;
}

export const issue = (sub: string) => ({
  access: jwt.sign({ sub }, secret, { expiresIn: "15m" }),
  refresh: jwt.sign({ sub, use: "refresh" }, secret, { expiresIn: "30d", jwtid: uuid() }),
});

export const verifyRefresh = (token: string): RefreshClaims => jwt.verify(token, secret) as unknown as RefreshClaims;
