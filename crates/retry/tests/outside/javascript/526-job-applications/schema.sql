CREATE TABLE applications (
  id uuid PRIMARY KEY,
  job_id text NOT NULL,
  name text NOT NULL,
  cv_url text,
  created_at timestamptz NOT NULL DEFAULT now()
);
