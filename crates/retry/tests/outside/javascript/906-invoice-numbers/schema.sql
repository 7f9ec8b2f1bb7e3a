CREATE TABLE invoice_counters (
  year  integer PRIMARY KEY,
  value integer NOT NULL
);

CREATE TABLE invoices (
  number      text PRIMARY KEY,
  customer_id text NOT NULL,
  amount      integer NOT NULL,
  issued_on   date NOT NULL
);

CREATE INDEX invoices_customer ON invoices (customer_id);
