// A mailing service: who agrees is noted, and newsletters are sent through a gateway.
"use strict";
const gateway = process.env.GATEWAY;

async function call(path, body) {
  const answer = await fetch(`${gateway}${path}`, { method: "POST", body: JSON.stringify(body) });
  return answer.json();
}

exports.agree = ({ user }) => call("/consents", { user, agreed: true });
exports.newsletter = async ({ user }) => {
  const { id } = await call("/mails", { to: user, subject: "News" });
  return { sent: id, at: Date.now() };
};
