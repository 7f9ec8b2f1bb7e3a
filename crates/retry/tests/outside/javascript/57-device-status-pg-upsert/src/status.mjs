import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

const UPSERT = `
  INSERT INTO device_status (device_id, status, battery)
  VALUES ($1, $2, $3)
  ON CONFLICT (device_id) DO UPDATE SET status = EXCLUDED.status, battery = EXCLUDED.battery`;

export const report = async (event) => {
  for (const record of event.Records) {
    const { deviceId, status, battery } = JSON.parse(record.body);
    await pool.query(UPSERT, [deviceId, status, battery]);
  }
};

export const show = async (event) => {
  const { rows } = await pool.query("SELECT status, battery FROM device_status WHERE device_id = $1", [
    event.pathParameters.deviceId,
  ]);
  if (rows.length === 0) return { statusCode: 404, body: "" };
  return { statusCode: 200, body: JSON.stringify(rows[0]) };
};
