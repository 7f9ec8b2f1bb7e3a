import { createHash } from 'node:crypto';
import { load } from './flags';

const bucket = (flag: string, user: string) =>
  createHash('md5').update(`${flag}:${user}`).digest().readUInt16BE(0) % 100;

export const handler = async (event: any) => {
  const { name } = event.pathParameters;
  const user = event.queryStringParameters?.user ?? 'anonymous';
  const flag = await load(name);
  const on = Boolean(flag?.enabled) && bucket(name, user) < (flag?.percentage ?? 0);
  return { statusCode: 200, body: JSON.stringify({ name, on }) };
};
