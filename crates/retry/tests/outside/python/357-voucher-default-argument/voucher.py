from datetime import datetime, timezone


def make(refund, issued=datetime.now(timezone.utc)):
    return {
        "customer": refund["customer"],
        "voucher": f"{refund['order']}-{issued:%Y%m%d%H%M%S}",
        "cents": int(refund["cents"]),
        "year": issued.year,
    }
