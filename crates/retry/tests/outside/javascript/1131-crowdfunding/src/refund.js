const pool = require("./pool");

// Step of the state machine that winds up failed campaigns.
exports.handler = async ({ campaign }) => {
  await pool.query("UPDATE pledges SET refunded = true WHERE campaign = $1", [campaign]);
  return { campaign };
};
