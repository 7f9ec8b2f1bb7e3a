CREATE TABLE wallets (
  id INTEGER PRIMARY KEY,
  balance INTEGER NOT NULL,
  CHECK (balance >= 0)
);
