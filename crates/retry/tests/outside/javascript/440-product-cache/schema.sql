CREATE TABLE products (
  id text PRIMARY KEY,
  title text NOT NULL,
  cents integer NOT NULL
);
