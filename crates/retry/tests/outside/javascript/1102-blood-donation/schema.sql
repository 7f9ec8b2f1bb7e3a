CREATE TABLE slots (
  id text PRIMARY KEY,
  centre text NOT NULL,
  starts_at timestamptz NOT NULL,
  free integer NOT NULL
);

CREATE TABLE bookings (
  id text PRIMARY KEY,
  slot_id text NOT NULL,
  donor text NOT NULL,
  cancelled boolean NOT NULL DEFAULT false
);
