CREATE TABLE accounts (id text PRIMARY KEY, balance bigint NOT NULL);
CREATE TABLE deposits (request_id text PRIMARY KEY, account_id text NOT NULL, cents bigint NOT NULL);
