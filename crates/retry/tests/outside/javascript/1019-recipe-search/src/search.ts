import { client, index } from './client';

export const handler = async (event: any) => {
  const q = event.queryStringParameters?.q ?? '';
  const { body } = await client.search({
    index,
    body: { query: { multi_match: { query: q, fields: ['title^2', 'ingredients'] } }, size: 20 },
  });
  return { statusCode: 200, body: JSON.stringify(body.hits.hits.map((h: any) => ({ id: h._id, ...h._source }))) };
};
