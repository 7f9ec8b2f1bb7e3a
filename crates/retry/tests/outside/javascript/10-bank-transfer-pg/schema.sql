CREATE TABLE accounts (id text PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE transfers (
  id text PRIMARY KEY,
  from_account text NOT NULL,
  to_account text NOT NULL,
  amount integer NOT NULL
);
