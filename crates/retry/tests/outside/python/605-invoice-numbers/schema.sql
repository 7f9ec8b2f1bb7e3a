CREATE TABLE invoices (
  number bigserial PRIMARY KEY,
  order_id text NOT NULL UNIQUE,
  total_cents bigint NOT NULL
);
CREATE TABLE credit_notes (
  number bigserial PRIMARY KEY,
  order_id text NOT NULL,
  total_cents bigint NOT NULL
);
