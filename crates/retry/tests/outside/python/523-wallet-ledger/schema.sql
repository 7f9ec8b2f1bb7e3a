CREATE TABLE entries (
    message_id text PRIMARY KEY,
    wallet_id text NOT NULL,
    cents integer NOT NULL
);
CREATE TABLE wallets (
    wallet_id text PRIMARY KEY,
    balance integer NOT NULL DEFAULT 0
);
