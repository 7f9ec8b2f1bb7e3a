CREATE TABLE processed (message_id text PRIMARY KEY);
CREATE TABLE accounts (id text PRIMARY KEY, balance bigint NOT NULL);
