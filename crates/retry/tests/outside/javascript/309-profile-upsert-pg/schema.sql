CREATE TABLE profiles (
  user_id text PRIMARY KEY,
  display_name text NOT NULL,
  locale text NOT NULL,
  bio text,
  updated_at timestamptz NOT NULL
);
