CREATE TABLE stock (
  sku text PRIMARY KEY,
  available integer NOT NULL
);
CREATE TABLE reservations (
  id text PRIMARY KEY,
  sku text NOT NULL,
  quantity integer NOT NULL,
  status text NOT NULL
);
