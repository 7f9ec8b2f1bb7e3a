CREATE TABLE entries (
  reference text PRIMARY KEY,
  iban text NOT NULL,
  booked_on date NOT NULL,
  cents bigint NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE totals (iban text PRIMARY KEY, cents bigint NOT NULL);
