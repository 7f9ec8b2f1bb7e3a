import type { SQSEvent } from "aws-lambda";
import Stripe from "stripe";

const stripe = new Stripe(process.env.STRIPE_KEY!);

interface Share {
  account: string;
  amount: number;
}
interface Settlement {
  orderId: string;
  shares: Share[];
}

/** the shares of those accounts that may receive money */
const payable = async (shares: Share[]) => {
  const found: (Share & { currency: string })[] = [];
  await Promise.all(
    shares.map(async (share) => {
      const account = await stripe.accounts.retrieve(share.account);
      if (account.payouts_enabled) {
        found.push({ ...share, currency: account.default_currency ?? "eur" });
      }
    }),
  );
  return found;
};

export const handler = async (event: SQSEvent) => {
  for (const record of event.Records) {
    const { orderId, shares }: Settlement = JSON.parse(record.body);
    const transfers = await payable(shares);
    for (const [index, { account, amount, currency }] of transfers.entries()) {
      await stripe.transfers.create(
        { destination: account, amount, currency, transfer_group: orderId },
        { idempotencyKey: `${orderId}-${index}` },
      );
    }
  }
};
