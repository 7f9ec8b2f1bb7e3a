CREATE TABLE jobs (
  id text PRIMARY KEY,
  document text NOT NULL,
  state text NOT NULL,
  pages integer
);
