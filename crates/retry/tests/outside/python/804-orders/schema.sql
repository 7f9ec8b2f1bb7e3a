CREATE TABLE orders (
  id serial PRIMARY KEY,
  customer text NOT NULL,
  total integer NOT NULL,
  status text NOT NULL DEFAULT 'new'
);
