import { find } from './products';

export const handler = async (event: any) => {
  const product = await find(event.pathParameters.sku);
  return product
    ? { statusCode: 200, body: JSON.stringify(product) }
    : { statusCode: 404, body: JSON.stringify({ error: 'unknown sku' }) };
};
