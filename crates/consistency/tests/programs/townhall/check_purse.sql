CREATE TABLE purses (
  id integer PRIMARY KEY,
  coins integer NOT NULL CHECK (coins >= 0)
);

CREATE TABLE chests (
  id integer PRIMARY KEY,
  coins integer NOT NULL DEFAULT 0
);
