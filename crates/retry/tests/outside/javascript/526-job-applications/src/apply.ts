import { z } from "zod";
import { pool } from "./db";

const Application = z.object({
  jobId: z.string(),
  name: z.string().min(2),
  cvUrl: z.string().url().optional(),
});

interface Event {
  pathParameters: { id: string };
  body: string;
}

export const handler = async (event: Event) => {
  const parsed = Application.safeParse(JSON.parse(event.body));
  if (!parsed.success) {
    return { statusCode: 422, body: JSON.stringify(parsed.error.issues) };
  }
  const { jobId, name, cvUrl } = parsed.data;
  await pool.query(
    `INSERT INTO applications (id, job_id, name, cv_url)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO NOTHING`,
    [event.pathParameters.id, jobId, name, cvUrl ?? null],
  );
  return { statusCode: 202, body: JSON.stringify({ id: event.pathParameters.id }) };
};
