CREATE TABLE accounts (
  id text PRIMARY KEY,
  balance numeric(12, 2) NOT NULL DEFAULT 0
);
CREATE TABLE transfers (
  id text PRIMARY KEY,
  debtor text NOT NULL,
  creditor text NOT NULL,
  amount numeric(12, 2) NOT NULL
);
CREATE TABLE topups (
  id text PRIMARY KEY,
  account text NOT NULL,
  amount numeric(12, 2) NOT NULL
);
