CREATE TABLE tickets (
  id bigserial PRIMARY KEY,
  request text NOT NULL UNIQUE,
  subject text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
