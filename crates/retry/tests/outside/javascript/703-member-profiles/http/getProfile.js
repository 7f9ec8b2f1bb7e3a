"use strict";

const profiles = require("../lib/profiles");

exports.handler = async (event) => {
  const { sub } = event.requestContext.authorizer.claims;
  const profile = await profiles.find(sub);
  if (!profile) return { statusCode: 404, body: "" };
  const { plan, locale, memberSince } = profile;
  return { statusCode: 200, body: JSON.stringify({ plan, locale, memberSince }) };
};
