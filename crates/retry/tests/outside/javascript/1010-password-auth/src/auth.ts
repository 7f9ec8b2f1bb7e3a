import { randomBytes } from 'node:crypto';
import bcrypt from 'bcryptjs';
import jwt from 'jsonwebtoken';
import { tokens, users, UserExists } from './store';

const SECRET = process.env.JWT_SECRET!;
const respond = (statusCode: number, body: object) => ({ statusCode, body: JSON.stringify(body) });
const access = (email: string) => jwt.sign({ sub: email }, SECRET, { expiresIn: '15m' });

export const register = async (event: any) => {
  const { email, password } = JSON.parse(event.body);
  try {
    await users.create(email.toLowerCase(), await bcrypt.hash(password, 10));
  } catch (err) {
    if (err instanceof UserExists) return respond(409, { error: 'already registered' });
    throw err;
  }
  return respond(201, { email });
};

export const login = async (event: any) => {
  const { email, password } = JSON.parse(event.body);
  const user = await users.byEmail(email.toLowerCase());
  if (!user || !(await bcrypt.compare(password, user.passwordHash))) return respond(401, { error: 'bad credentials' });
  return respond(200, { accessToken: access(user.email) });
};

export const refresh = async (event: any) => {
  const { refreshToken } = JSON.parse(event.body);
  const row = await tokens.find(refreshToken);
  if (!row) return respond(401, { error: 'invalid token' });
  const next = randomBytes(32).toString('hex');
  await tokens.replace(refreshToken, next, row.email);
  return respond(200, { accessToken: access(row.email), refreshToken: next });
};

export const me = async (event: any) => {
  try {
    const claims: any = jwt.verify(event.headers.authorization.slice(7), SECRET);
    return respond(200, { email: claims.sub });
  } catch {
    return respond(401, { error: 'unauthorized' });
  }
};
