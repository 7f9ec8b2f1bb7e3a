CREATE TABLE contacts (
  id text PRIMARY KEY,
  email text NOT NULL,
  name text
);
CREATE TABLE sync_state (
  source text PRIMARY KEY,
  cursor text NOT NULL
);
