import { fetchFromCrm } from './crm.js';

export const handler = async (event) => {
  const { results } = await fetchFromCrm('/deals', { customer: event.pathParameters.id, status: 'open' });
  const deals = results.map(({ id, title, value }) => ({ id, title, value }));
  return { statusCode: 200, body: JSON.stringify({ deals }) };
};
