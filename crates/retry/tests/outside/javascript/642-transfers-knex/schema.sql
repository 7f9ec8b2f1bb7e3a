CREATE TABLE transfers (
  id text PRIMARY KEY,
  source text NOT NULL,
  target text NOT NULL,
  amount integer NOT NULL
);
CREATE TABLE accounts (id text PRIMARY KEY, balance integer NOT NULL);
