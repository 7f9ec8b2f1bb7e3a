import { pool } from "./db";

export const handler = async (event: { pathParameters: { jobId: string } }) => {
  const { rows } = await pool.query(
    "SELECT id, name, cv_url FROM applications WHERE job_id = $1 ORDER BY created_at",
    [event.pathParameters.jobId],
  );
  return { statusCode: 200, body: JSON.stringify(rows) };
};
