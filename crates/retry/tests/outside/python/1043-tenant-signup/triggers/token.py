from triggers import accounts


def handler(event, context):
    account = accounts.get(event["request"]["userAttributes"]["sub"])
    plan = account["plan"] if account and "plan" in account else "free"
    event["response"]["claimsOverrideDetails"] = {"claimsToAddOrOverride": {"plan": plan}}
    return event
