CREATE TABLE people (id text PRIMARY KEY, name text, seen integer NOT NULL);
CREATE TABLE notes (id serial PRIMARY KEY, text text);
