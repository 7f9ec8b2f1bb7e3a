CREATE TABLE prices (
  sku text PRIMARY KEY,
  cents integer NOT NULL
);
CREATE TABLE lookups (
  sku text PRIMARY KEY,
  n integer NOT NULL
);
