CREATE TABLE devices (
  serial varchar(64) PRIMARY KEY,
  owner varchar(64) NOT NULL,
  model varchar(64),
  firmware varchar(32),
  seen_at datetime(6) NOT NULL
);
