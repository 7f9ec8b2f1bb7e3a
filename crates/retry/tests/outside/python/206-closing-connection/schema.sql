CREATE TABLE accounts (id text PRIMARY KEY, balance integer NOT NULL);
CREATE TABLE people (id text PRIMARY KEY, name text);
