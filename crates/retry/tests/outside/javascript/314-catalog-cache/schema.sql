CREATE TABLE products (
  sku text PRIMARY KEY,
  name text NOT NULL,
  price_cents integer NOT NULL,
  currency text NOT NULL
);
