CREATE TABLE wallets (
  id text PRIMARY KEY,
  balance_cents bigint NOT NULL DEFAULT 0,
  currency char(3) NOT NULL
);
