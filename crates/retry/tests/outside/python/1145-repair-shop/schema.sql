CREATE TABLE requests (id text PRIMARY KEY);
CREATE TABLE jobs (
  id text PRIMARY KEY,
  customer text NOT NULL,
  total_cents integer NOT NULL DEFAULT 0,
  closed_at timestamptz
);
