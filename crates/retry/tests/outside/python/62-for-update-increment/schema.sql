CREATE TABLE accounts (id text PRIMARY KEY, balance integer NOT NULL);
