CREATE TABLE device_status (
  device_id text PRIMARY KEY,
  status text NOT NULL,
  battery integer NOT NULL
);
