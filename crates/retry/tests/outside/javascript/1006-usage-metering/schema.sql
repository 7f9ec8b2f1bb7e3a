CREATE TABLE processed_messages (message_id text PRIMARY KEY);
CREATE TABLE usage_totals (
  customer_id text NOT NULL,
  period text NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (customer_id, period)
);
CREATE TABLE invoices (
  customer_id text NOT NULL,
  period text NOT NULL,
  units bigint NOT NULL,
  amount_cents bigint NOT NULL,
  PRIMARY KEY (customer_id, period)
);
