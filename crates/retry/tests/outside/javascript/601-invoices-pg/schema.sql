CREATE TABLE invoice_requests (id text PRIMARY KEY);
CREATE TABLE invoice_counters (year integer PRIMARY KEY, last integer NOT NULL);
CREATE TABLE invoices (
  number text PRIMARY KEY,
  request_id text NOT NULL,
  customer text NOT NULL,
  amount integer NOT NULL
);
