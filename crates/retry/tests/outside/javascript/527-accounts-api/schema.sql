CREATE TABLE users (
  email text PRIMARY KEY,
  password_hash text NOT NULL,
  display_name text
);
