const mysql = require("mysql2/promise");

let pool;
const db = () => (pool ??= mysql.createPool({ uri: process.env.DATABASE_URL, connectionLimit: 2 }));

const SQL = `INSERT INTO devices (serial, owner, model, firmware, seen_at)
             VALUES (?, ?, ?, ?, NOW(6))
             ON DUPLICATE KEY UPDATE owner = VALUES(owner), model = VALUES(model),
                                     firmware = VALUES(firmware), seen_at = NOW(6)`;

exports.handler = async (event) => {
  const { serial } = event.pathParameters;
  const { model, firmware } = JSON.parse(event.body);
  const owner = event.requestContext.authorizer.jwt.claims.sub;

  const [result] = await db().execute(SQL, [serial, owner, model, firmware]);
  const created = result.affectedRows === 1;

  return {
    statusCode: created ? 201 : 200,
    headers: { location: `/devices/${serial}` },
    body: JSON.stringify({ serial, model, firmware }),
  };
};
