CREATE TABLE profiles (
  user_id text PRIMARY KEY,
  display_name text NOT NULL,
  city text
);
