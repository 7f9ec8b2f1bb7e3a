CREATE TABLE stock (
  sku text PRIMARY KEY,
  quantity integer NOT NULL
);
