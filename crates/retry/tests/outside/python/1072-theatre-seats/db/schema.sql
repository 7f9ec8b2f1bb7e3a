CREATE TABLE seats (
  id text PRIMARY KEY,
  booked_by text,
  held_at timestamptz
);
