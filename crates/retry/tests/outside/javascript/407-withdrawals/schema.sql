CREATE TABLE withdrawals (
  request_id text PRIMARY KEY,
  account_id text NOT NULL,
  cents integer NOT NULL
);

CREATE TABLE accounts (
  id text PRIMARY KEY,
  balance integer NOT NULL
);
