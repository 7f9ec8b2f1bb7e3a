const pool = require("./pool");

// task of the check-out workflow
exports.handler = async ({ folioId }) => {
  const [result] = await pool.execute("UPDATE folios SET settled = 1 WHERE id = ? AND settled = 0", [folioId]);
  if (result.affectedRows > 0) {
    return { folioId, outcome: "SETTLED" };
  }
  return { folioId, outcome: "NOTHING_TO_DO" };
};
