CREATE TABLE users (
  id text NOT NULL UNIQUE,
  email text PRIMARY KEY,
  password_hash text NOT NULL
);
