CREATE TABLE wallets (
  id      text PRIMARY KEY,
  balance bigint NOT NULL CHECK (balance >= 0)
);

CREATE TABLE transfers (
  id          text PRIMARY KEY,
  from_wallet text NOT NULL REFERENCES wallets (id),
  to_wallet   text NOT NULL REFERENCES wallets (id),
  amount      bigint NOT NULL
);
