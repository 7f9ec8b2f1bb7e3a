CREATE TABLE subscribers (
  email text PRIMARY KEY,
  token text NOT NULL,
  confirmed boolean NOT NULL DEFAULT false
);
