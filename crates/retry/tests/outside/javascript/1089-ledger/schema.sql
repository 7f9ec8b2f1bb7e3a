CREATE TABLE transfers (id text PRIMARY KEY, sender text NOT NULL, receiver text NOT NULL, cents integer NOT NULL);
CREATE TABLE accounts (id text PRIMARY KEY, cents integer NOT NULL);
