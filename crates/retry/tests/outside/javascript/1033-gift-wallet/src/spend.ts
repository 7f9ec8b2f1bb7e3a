import { change } from './wallets';

export const handler = async (event: any) => {
  const { purchaseId, amount } = JSON.parse(event.body);
  if (!(amount > 0)) return { statusCode: 400, body: 'amount must be positive' };
  const outcome = await change(`spend#${purchaseId}`, event.pathParameters.wallet, -amount);
  if (outcome === 'insufficient') return { statusCode: 402, body: JSON.stringify({ error: 'insufficient funds' }) };
  return { statusCode: 200, body: JSON.stringify({ purchaseId, amount }) };
};
