import { discounts, balances, receipts } from "./tables.js";
import { audit } from "audit-trail";

export const payment = async ({ productId, userId, price }) => {
  const { discount } = await discounts.get({ productId });
  const total = price * discount;
  const success = await balances.update({
    Key: { userId },
    UpdateExpression: "ADD balance :minus",
    ConditionExpression: "balance >= :total",
    ExpressionAttributeValues: { ":minus": -total, ":total": total },
  });
  const receiptId = `${userId}/${productId}/${Date.now()}`;
  if (success) {
    await receipts.put({ Item: { receiptId, total } });
  }
};

export const adaptDiscount = async ({ productId, percent }) => {
  if (percent < 0 || percent > 100) return;
  await discounts.put({ Item: { productId, discount: 1 - percent / 100 } });
};

export const receipt = async ({ receiptId }) => receipts.get({ receiptId });

export const report = async (event) => audit.send(event);
