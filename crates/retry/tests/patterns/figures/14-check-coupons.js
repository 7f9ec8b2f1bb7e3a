// Figure 14: an unbounded loop with writes
// checkCoupons: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

const isExpired = (date, time) => date < time;

export const checkCoupons = async ({ coupons, time }) => {
  if (coupons.length === 0) return;
  for (let j = 0; j < coupons.length; j++) {
    const { couponId } = coupons[j];
    const { Item: coupon } = await db.get({ TableName: "Coupon", Key: { couponId } });
    if (isExpired(coupon.date, time)) {
      coupon.expired = true;
      await db.put({ TableName: "Coupon", Item: { ...coupon, couponId } });
    }
  }
};
