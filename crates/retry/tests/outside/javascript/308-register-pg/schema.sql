CREATE TABLE users (
  email text PRIMARY KEY,
  display_name text,
  password_hash text NOT NULL
);
