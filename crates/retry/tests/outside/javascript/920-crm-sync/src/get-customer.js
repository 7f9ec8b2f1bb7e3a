import { loadCustomer } from './customers.js';

export const handler = async (event) => {
  const customer = await loadCustomer(event.pathParameters.id);
  if (!customer) return { statusCode: 404, body: JSON.stringify({ message: 'Not found' }) };
  return { statusCode: 200, body: JSON.stringify(customer) };
};
