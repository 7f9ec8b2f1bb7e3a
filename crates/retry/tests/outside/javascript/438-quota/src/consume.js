const { Quota } = require("./quota");

const quota = new Quota({
  host: process.env.REDIS_HOST,
  limit: 10000,
  window: 32 * 24 * 3600,
});

exports.handler = async (event) => {
  const { tenant } = event.pathParameters;
  const { month } = JSON.parse(event.body);
  const { allowed, remaining } = await quota.take(tenant, month);

  return {
    statusCode: allowed ? 200 : 429,
    headers: { "x-quota-remaining": String(remaining) },
    body: JSON.stringify({ allowed }),
  };
};
