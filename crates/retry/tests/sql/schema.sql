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
CREATE VIEW open_orders AS SELECT id, total FROM orders WHERE status = 'open';
CREATE TABLE carts (id text PRIMARY KEY);
CREATE TABLE items (id text PRIMARY KEY, cart text REFERENCES carts (id) ON DELETE CASCADE);
CREATE TABLE documents (id text PRIMARY KEY, title text, version integer NOT NULL);
