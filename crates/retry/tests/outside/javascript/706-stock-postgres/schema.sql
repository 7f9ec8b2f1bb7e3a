CREATE TABLE stock (
  sku text PRIMARY KEY,
  qty integer NOT NULL,
  last_request text NOT NULL DEFAULT ''
);

CREATE TABLE reservations (
  request_id text PRIMARY KEY,
  sku text NOT NULL,
  qty integer NOT NULL
);
