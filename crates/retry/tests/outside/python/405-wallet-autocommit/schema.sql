CREATE TABLE requests (id text PRIMARY KEY);
CREATE TABLE accounts (id text PRIMARY KEY, balance integer NOT NULL);
