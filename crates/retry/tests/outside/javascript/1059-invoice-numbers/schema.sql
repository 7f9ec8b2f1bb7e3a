CREATE TABLE invoices (
  order_id text PRIMARY KEY,
  number integer NOT NULL,
  total integer NOT NULL,
  printed boolean NOT NULL DEFAULT false
);
