-- Tables of the handlers in this folder.
CREATE TABLE notes (
  id serial PRIMARY KEY,
  text text NOT NULL,
  created timestamptz DEFAULT now()
);

CREATE TABLE users (
  id serial PRIMARY KEY,
  email text NOT NULL UNIQUE,
  name text
);

CREATE TABLE orders (
  id text PRIMARY KEY,
  total integer,
  status text DEFAULT 'open',
  updated timestamptz
);

CREATE TABLE accounts (id text PRIMARY KEY, balance integer NOT NULL, last_request text);
CREATE TABLE counters (name text PRIMARY KEY, n integer NOT NULL);
CREATE TABLE requests (id text PRIMARY KEY, created timestamptz DEFAULT now());
CREATE TABLE seats (show text, seat integer, holder text, PRIMARY KEY (show, seat));
