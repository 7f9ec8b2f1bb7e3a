import { cents } from './wallets';

export const handler = async (event: any) => ({
  statusCode: 200,
  body: JSON.stringify({ wallet: event.pathParameters.wallet, cents: await cents(event.pathParameters.wallet) }),
});
