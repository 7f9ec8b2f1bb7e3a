CREATE TABLE top_ups (request_id text PRIMARY KEY, wallet_id text NOT NULL, amount integer NOT NULL);
CREATE TABLE wallets (id text PRIMARY KEY, balance integer NOT NULL);
