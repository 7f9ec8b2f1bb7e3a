CREATE TABLE events (
  id serial PRIMARY KEY,
  team text NOT NULL,
  title text NOT NULL,
  starts_at text NOT NULL
);
