CREATE TABLE payments (
  payment_intent text PRIMARY KEY,
  customer_email text,
  amount integer NOT NULL,
  currency text NOT NULL,
  refunded boolean NOT NULL DEFAULT false,
  received_at timestamptz NOT NULL DEFAULT now()
);
