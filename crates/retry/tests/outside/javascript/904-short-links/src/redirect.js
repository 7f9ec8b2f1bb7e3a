import { countClick, findLink } from './links.js';

export const handler = async (event) => {
  const { code } = event.pathParameters;
  const link = await findLink(code);
  if (!link) {
    return { statusCode: 404, body: 'Not found' };
  }
  await countClick(code);
  return { statusCode: 302, headers: { Location: link.url } };
};
