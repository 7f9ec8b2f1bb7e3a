CREATE TABLE payments (
  id bigserial PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  account text NOT NULL,
  cents bigint NOT NULL
);
