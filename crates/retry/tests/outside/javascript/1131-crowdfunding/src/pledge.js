const pool = require("./pool");

exports.handler = async (event) => {
  const { campaign } = event.pathParameters;
  const { pledgeId, amount } = JSON.parse(event.body);
  const { rowCount } = await pool.query(
    "INSERT INTO pledges (id, campaign, amount) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
    [pledgeId, campaign, amount],
  );
  if (rowCount > 0) {
    await pool.query("UPDATE campaigns SET raised = raised + $2 WHERE id = $1", [campaign, amount]);
  }
  return { statusCode: 201, body: JSON.stringify({ pledgeId }) };
};
