CREATE TABLE accounts (
  id text PRIMARY KEY,
  balance bigint NOT NULL
);
CREATE TABLE transfers (
  id text PRIMARY KEY,
  source text NOT NULL,
  target text NOT NULL,
  amount bigint NOT NULL
);
