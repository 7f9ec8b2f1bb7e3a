import { createHash } from 'node:crypto';
import { saveLink } from './links.js';

const codeOf = (url) => createHash('sha256').update(url).digest('base64url').slice(0, 10);

export const handler = async (event) => {
  const { url } = JSON.parse(event.body);
  if (typeof url !== 'string' || !url.startsWith('https://')) {
    return { statusCode: 422, body: JSON.stringify({ error: 'url must start with https://' }) };
  }
  const code = codeOf(url);
  await saveLink(code, url);
  return {
    statusCode: 201,
    body: JSON.stringify({ code, short: `${process.env.BASE_URL}/${code}` }),
  };
};
