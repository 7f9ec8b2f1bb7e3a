"use strict";

const profiles = require("../lib/profiles");

exports.handler = async (event) => {
  // Also called after "forgot password", where there is a profile already.
  if (event.triggerSource !== "PostConfirmation_ConfirmSignUp") return event;

  const { sub, email, locale } = event.request.userAttributes;
  await profiles.save({
    sub,
    email: email.toLowerCase(),
    locale: locale || "en",
    plan: "free",
    memberSince: new Date().toISOString(),
  });
  return event;
};
