# Figure 14: an unbounded loop with writes
# checkCoupons: safe alone, safe together

import boto3

coupons = boto3.resource("dynamodb").Table("Coupon")


def is_expired(date, time):
    return date < time


def checkCoupons(event, context):
    if len(event["coupons"]) == 0:
        return
    for given in event["coupons"]:
        key = {"couponId": given["couponId"]}
        coupon = coupons.get_item(Key=key)["Item"]
        if is_expired(coupon["date"], event["time"]):
            coupon["expired"] = True
            coupons.put_item(Item={**coupon, **key})
