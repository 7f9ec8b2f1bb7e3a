CREATE TABLE tickets (
  id text PRIMARY KEY,
  subject text NOT NULL,
  requester text NOT NULL,
  status text NOT NULL DEFAULT 'open',
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz
);

CREATE TABLE comments (
  id bigserial PRIMARY KEY,
  ticket_id text NOT NULL REFERENCES tickets (id),
  author text NOT NULL,
  body text NOT NULL
);
