import pino from 'pino';
import { change } from './wallets';

const log = pino();

export const handler = async (event: { Records: { messageId: string; body: string }[] }) => {
  for (const { messageId, body } of event.Records) {
    const { wallet, amount } = JSON.parse(body);
    const outcome = await change(`topup#${messageId}`, wallet, amount);
    log.info({ messageId, outcome });
  }
};
