CREATE TABLE harvests (
  id varchar(64) PRIMARY KEY,
  plot varchar(32) NOT NULL,
  season integer NOT NULL,
  kilograms integer NOT NULL,
  logged_at timestamptz
);
CREATE TABLE closings (season integer PRIMARY KEY);
CREATE TABLE growers (id varchar(32) PRIMARY KEY, season integer, bonus integer NOT NULL DEFAULT 0);
