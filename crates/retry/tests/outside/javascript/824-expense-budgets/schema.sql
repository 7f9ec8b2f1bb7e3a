CREATE TABLE inbox (message_id text PRIMARY KEY);

CREATE TABLE budgets (
  department text PRIMARY KEY,
  limit_cents integer NOT NULL,
  spent_cents integer NOT NULL DEFAULT 0
);
